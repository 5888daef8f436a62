import type { AskKind, UserAsked } from '../sdk/index.ts'
import { isRequested } from './request-lead.ts'
import { type Clause, clauses, ownWords } from './spoken.ts'

export const nothingAsked: UserAsked = Object.freeze({ remember: false, todo: false, agenda: false, remind: false })

/** A person types a request in one line; longer or broken text is something they brought along (policy §2). */
const longestRequest = 500

/**
 * Which acts the person asked for, from their own words of this turn alone (zh and en). About the act, not its content.
 * It errs to no: a quotation, code, a report of what someone said, what is read, searched or posted, a condition, a question,
 * a negation and a bare assent ("好的") ask for nothing. What is missed waits as pending or asks; nothing runs unasked.
 * @param words what the person typed, or '' for a turn they did not type.
 */
export function userAsked(words: string): UserAsked {
  // Every call of a turn asks about the same words.
  if (last?.words !== words) last = { words, asked: askedIn(words.trim()) }
  return last.asked
}
let last: { readonly words: string; readonly asked: UserAsked } | undefined

function askedIn(typed: string): UserAsked {
  if (typed.length > longestRequest || /[\r\n\v\f\x85\u2028\u2029]/.test(typed)) return nothingAsked
  const said = clauses(ownWords(typed))
  const asked = (kind: AskKind) => said.some((clause) => acts[kind].some((act) => asksFor(kind, act, clause)))
  return { remember: asked('remember'), todo: asked('todo'), agenda: asked('agenda'), remind: asked('remind') }
}

function asksFor(kind: AskKind, act: RegExp, { clause, before, earlier }: Clause): boolean {
  for (const { 0: found, index } of clause.matchAll(act)) {
    const [lead, rest] = [clause.slice(0, index), clause.slice(index + found.length)]
    if (!isRequested({ lead, rest, before, earlier, timed: kind !== 'remember' })) continue
    if (negated.test(plain(lead)) || reported.test(plain(before) + plain(lead)) || conditional.test(before + lead)) continue
    if (!discussed.test(rest) && !isQuestion(kind, lead, rest)) return true
  }
  return false
}

/** "你能记住吗" asks whether it can; "能帮我记住我的生日吗" asks for it. */
function isQuestion(kind: AskKind, lead: string, rest: string): boolean {
  const able = /能|可以|可否|可不|\b(?:can|could|would|will) you\b/i.test(lead)
  if (/[帮请给替]|麻烦|拜托|劳驾|\bplease\b/i.test(lead)) return false
  if (kind === 'remember' && able && (!/[a-z]/i.test(lead) || /^\s{0,9}(?:that|it)?\s{0,9}\?/i.test(rest))) return true
  return !able && /[?吗么]\s{0,9}$/.test(rest.replace(/(?:好|行|可以|成)(?:[吗么吧]|不[好行])?\s{0,9}\?{0,9}\s{0,9}$/, ''))
}

/** Polite turns of phrase, and words that hold a sign which otherwise negates or reports. */
const plain = (lead: string): string => lead.replace(politePhrases, ' ')
const politePhrases = /(?:别|不要)忘[了记]?|\b(?:do not|don['’]t|never) forget to|能不能|可不可以|行不行|好不好|要不要?|不如|不久|不管|不同|不过|未来|未名|无论|特别|分别|级别|性别|类别|别人|告诉我|说一下|说明|小说|讲座|讲义|讲课|问题|\b(?:can|could|would|will) you|\btell me|\bi(?: want| need| would like|['’]d like) you to/gi

/** Reaches over its own clause only: "不用查了，记住…" still asks. */
const negated = /[不别勿莫没未甭無无]|拒绝|禁止|停止|取消|删[除掉]|关[掉闭]|撤[销回]|谢谢|感谢|多谢|\b(?:do(?:es)?n['’]?t|do not|does not|did(?:n['’]?t)?|not|never|no|stop|cancel|delete|without|can['’]?t|cannot|won['’]?t|shouldn['’]?t|instead of|thanks? (?:you )?for)\b/i
/** Reaches over the sentence: what someone said, asked or did is not what the person asks now. */
const reported = /[说问讲让]|写[着的道]|提到|声称|要求|(?<!我)叫(?!我)|为什么|为何|怎么|怎样|如何|是否|什么|意思|昨天|前天|刚才|刚刚|上次|曾经|已经|\b(?:says?|said|told|tells|writes?|wrote|asks?|asked|wants?|why|how|what|whether|did|do you|does|used to|yesterday)\b/i
const conditional = /如果|要是|假如|假使|假设|倘若|若是|万一|除非|的话|\b(?:if|unless|in case)\b/i
/** The act as a thing talked about: "记住密码是什么意思". */
const discussed = /什么意思|怎么(?:办|用|回事|写)|有什么用|的?(?:功能|按钮|选项|入口)|的(?:方法|办法|技巧|窍门|那[条个篇首]|帖子?)|有哪些|是[谁哪什几]|几号|翻译成|[译改]成|发(?:出去|到树洞)|[一两二三四五六七八九十几]个字/

const todoList = String.raw`(?:待办|代办|todo|to-do|任务清单|任务列表)(?!(?:事项|清单|列表)?(?:里|中)?[的了])`
const calendar = String.raw`(?:日程|日历|行事历)(?!表?(?:里|中|上)?[的了])`
const put = String.raw`(?:加|添加|新增|增加|放|记|写|列|存|排|安排|新建|建|创建)(?:到|进|入|在)?(?:一?[个条项])?(?:新的?)?(?:我的)?`
const putInto = (place: string) => new RegExp(String.raw`${put}${place}|(?:[往在到](?:我的)?)?(?<![a-z])${place}(?:事项|清单|列表|表)?(?:里|中|上)?(?:再|帮我|给我)?(?:加|添加|新增|增加|记|写)(?![了过的])`, 'gi')
const putOn = (place: string) => new RegExp(String.raw`\b(?:add|put|save|schedule|create)\b(?:(?!\b(?:read|post|comment|reply|show|open)\b)[^.!?:]){0,120}? (?:to|on|in|into|onto) (?:my |the |our )?(?:${place})\b`, 'gi')

/** How each act is asked for. */
const acts: Readonly<Record<AskKind, readonly RegExp[]>> = {
  remember: [
    /(?<![笔日登标书忘传])[记記](?:住|下来|下來|下(?![来來载面一次周午])|一下|[个件]事|一笔|到记忆里?)(?![了过的着不]|得了)/g,
    /[存加](?:到|进)你?的?记忆里?(?![的了])/g,
    /^\s*(?:请|麻烦)?(?:你)?(?:要|一定要)?记得(?!.*(?:[吗么]|提醒))/g,
    /\bremember(?= (?:that|this|these|my|i|to|the|it)\b|:)/gi,
    /\b(?:keep (?:this |that |it )?in mind|(?:make|take) a note|note down|(?:save|add) (?:this|that|it) (?:to|in) (?:your )?memory)\b/gi,
  ],
  todo: [putInto(todoList), putOn('to-?do|task'), /\b(?:add|create|make) (?:me )?(?:a |an |another )?(?:new )?(?:to-?do|task)\b/gi],
  agenda: [putInto(calendar), putOn('calendar|agenda')],
  remind: [
    /提醒(?:我|一下|大家)(?![了过的没])/g, /叫我(?:起床|起来)/g, /[设定](?:置|一?个|好)*(?:闹钟|提醒)(?![了过的])/g,
    /\bremind me\b/gi, /\bset (?:a |an |up a )?(?:reminder|alarm)\b/gi, /\bwake me\b/gi,
  ],
}
