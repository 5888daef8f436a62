import type { WordTable } from './say.ts'

/** A tool and its results on a person's screen. */
export const showWords = {
  nothing: { zh: '{tool}：没有查到（{asked}）', en: '{tool}: nothing was found ({asked})' },
  nothingBare: { zh: '{tool}：没有查到', en: '{tool}: nothing was found' },
  tryOther: { zh: '换些参数再试；pkuh tools {tool} 列出它的参数', en: 'Try other arguments; pkuh tools {tool} lists them' },
  pluginOf: { zh: '{trust}插件 {plugin}', en: '{trust} plugin {plugin}' },
  goesTo: { zh: '发往：{places}', en: 'Goes to: {places}' },
  notReady: { zh: '现在用不了（{state}）', en: 'not available now ({state})' },
  arguments: { zh: '参数', en: 'Arguments' },
  noArguments: { zh: '没有参数', en: 'It takes no arguments' },
  required: { zh: '必填', en: 'required' },
  optional: { zh: '可以不写', en: 'may be left out' },
  default: { zh: '默认 {value}', en: 'default {value}' },
  emptyText: { zh: '空', en: 'empty' },
  example: { zh: '例如：pkuh call {line}', en: 'For example: pkuh call {line}' },
  text: { zh: '文字', en: 'TEXT' },
  untrusted: { zh: '结果里有别人写的文字', en: 'its results hold text that others wrote' },
  userOnly: { zh: '只有你自己能用', en: 'only you may use it' },
  durable: { zh: '以后的对话会看到它写下的内容', en: 'later conversations see what it writes' },
  private: { zh: '结果是你的隐私数据', en: 'its results are your private data' },
  irreversible: { zh: '做了就不能撤销', en: 'it cannot be undone' },
} as const satisfies WordTable

/** What a grant still allows. */
export const grantWords = {
  used: { zh: '用过 {used} 次，还剩 {left} 次', en: '{used} used, {left} left' },
  usedOfAny: { zh: '用过 {used} 次，不限次数', en: '{used} used, any number left' },
  until: { zh: '到 {when}', en: 'until {when}' },
  expired: { zh: '已过期（{when}）', en: 'expired ({when})' },
  forever: { zh: '直到撤回', en: 'until revoked' },
  revoked: { zh: '已撤回', en: 'revoked' },
} as const satisfies WordTable
