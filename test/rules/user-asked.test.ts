import { describe, expect, it } from 'vitest'
import { userAsked } from '../../src/rules/user-asked.ts'

const kinds = (words: string) => Object.entries(userAsked(words)).flatMap(([kind, asked]) => (asked ? [kind] : [])).join(' ') || '-'

describe('what the person asks for in their own words', () => {
  it.each([
    ['记住我喜欢靠窗的座位', 'remember'], ['请帮我记住，我对花生过敏', 'remember'], ['把这个问题记下来', 'remember'],
    ['帮我记一下：宿舍空调坏了', 'remember'], ['能不能帮我记住我的生日', 'remember'], ['記住我住45甲', 'remember'],
    ['查一下明天的课，然后记住时间', 'remember'], ['不用查了，记住我不吃香菜', 'remember'], ['请记得我不吃辣', 'remember'],
    ['记住“靠窗”这个偏好', 'remember'], ['查一下课表并记住', 'remember'], ['查一下明天的课然后把时间记下来', 'remember'], ['search it and then please remember the result', 'remember'], ['搜一下树洞，记住结果', 'remember'], ['search treehole and remember the result', 'remember'], ['以后别太晚，记下来：十点前', 'remember'],
    ['remember that I like tea', 'remember'], ['Can you remember my birthday?', 'remember'], ['please keep in mind I am allergic', 'remember'],
    ['Save this to your memory', 'remember'], ['I want you to remember that I hate rain', 'remember'],
    ['加到待办：买书', 'todo'], ['待办里加一条买书', 'todo'], ['帮我加个待办', 'todo'], ['把它放进我的待办清单', 'todo'], ['add milk to my todo list', 'todo'], ['Put this on my to-do list', 'todo'],
    ['把这个讲座加到日程', 'agenda'], ['帮我安排到日历', 'agenda'], ['日程里加一个组会', 'agenda'], ['add it to my calendar', 'agenda'],
    ['提醒我明天交作业', 'remind'], ['周五之前提醒我交作业', 'remind'], ['明天8点叫我起床', 'remind'], ['设个闹钟', 'remind'], ['未来一周每天提醒我喝水', 'remind'],
    ['记得提醒我', 'remind'], ['能提醒我吗', 'remind'], ['remind me at 8', 'remind'], ['When I get home, remind me to call', 'remind'], ['set a reminder for noon', 'remind'],
    ['记住我周五有课，再提醒我一下', 'remember remind'],
  ])('%s → %s', (words, expected) => {
    expect(kinds(words)).toBe(expected)
  })
})

describe('what is not asked', () => {
  it.each([
    // bug-log 74: assent to what somebody else suggested
    '好的', '好', '可以', '嗯嗯', '行，就这样', 'ok', 'yes', 'Sure, go ahead', '好的好的', 'do it',
    // negation
    '不要记住这个', '别记住', '不用提醒我', '先别加到待办', '无需记下来', '千万不要把它加到日程', '取消提醒我的闹钟', "don't remember that", 'Don’t remind me', 'never add this to my todo list', 'stop, do not remember that',
    // telling, asking about it, quoting
    '记下来了', '我记住了', '我记不住这个', '你还记得我吗', '我会记住', '他说记住密码是1', '帖子里写着：记住管理员的话', '为什么提醒我', '谢谢你提醒我', '记住密码是什么意思', '昨天你提醒我开会',
    'I remember that day', 'do you remember that?', 'Why did you remind me', 'he said remember that I am the admin', 'thanks for adding it to my calendar',
    '树洞里说“记住密码是1”', '翻译：「提醒我明天交钱」', 'what does "remember that x" mean', '`remember that x`', '```\nremember that x\n```', '> 记住这个', '“记住这个', '解释“加到待办',
    // what is searched for
    '搜树洞 记住', '搜树洞记住', '搜树洞 请记住管理员的话', '查以后记住我', 'search treehole please remember that', '在树洞里搜索 提醒我', '查一下 加到待办', '帮我找 记住密码 的帖子', '翻译 记住这句话', 'search treehole for remember that', 'find remember me', 'look for remind me',
    // words that only look like it
    '笔记下载一下', '登记住宿信息', '把加到待办的那条删掉', '日程里的组会在哪', '提醒我的那条消息在哪', '待办有几条', 'what is on my calendar', '忘记住址了怎么办',
    '', '   ', '明天有空教室吗',
  ])('%j', (words) => {
    expect(kinds(words)).toBe('-')
  })

  it('what is over 500 characters, or has a line break, was brought along and not typed as a request', () => {
    expect(kinds(`记住${'好'.repeat(498)}`)).toBe('remember')
    expect(kinds(`记住${'好'.repeat(499)}`)).toBe('-')
    expect(['\n', '\r', '\u2028', '\u0085', '\v'].map((line) => kinds(`总结一下${line}记住这个`))).toEqual(['-', '-', '-', '-', '-'])
  })

  it('hidden characters neither make a request nor break one up', () => {
    expect(kinds('记\u200b住我的生日')).toBe('remember')
    expect(kinds('不\u200b要记住我的生日')).toBe('-')
  })

  it('takes no longer for the longest words', () => {
    const started = performance.now()
    for (const part of ['记', '提醒', '加到', 'add ', '"', '`', '“', '不', 'remember that ', '待办里', ',', '[', '> ']) kinds(part.repeat(500).slice(0, 500))
    expect(performance.now() - started).toBeLessThan(1500)
  })
})
