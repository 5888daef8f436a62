import type { WordTable } from './say.ts'

/** What would have to change for a call to run, by the reason that keeps it: `rules/what-would-change.ts` says which. */
export const changeWords = {
  approve: { zh: '你在它的卡片上批准', en: 'You approve it at its card' },
  approveEachTime: { zh: '你在它的卡片上批准，每次都要：没有设置能免掉', en: 'You approve it at its card, each time: no setting spares you that' },
  agree: { zh: '你同意数据的去向：pkuh consents accept {plugin}', en: 'You agree where its data go: pkuh consents accept {plugin}' },
  setAllow: { zh: '或者以后都不问：pkuh effects set {effect} allow --tool {tool}', en: 'Or you are not asked from now on: pkuh effects set {effect} allow --tool {tool}' },
  resetSetting: { zh: '你去掉这个设置：pkuh effects reset {effect}{scope}', en: 'You take that setting out: pkuh effects reset {effect}{scope}' },
  freshConversation: { zh: '或者在新的对话里要求：那里没有别人写的文字', en: 'Or it is asked for in a new conversation, which holds no text of others' },
  seeBytes: { zh: '你在卡片上看过要发出的每一个字，再批准', en: 'You approve it at its card, which shows exactly what leaves' },
  bridgeGrant: { zh: '你每次在卡片上批准：私人数据不会自己交给外部程序', en: 'You approve each time at its card: private data go to no outside program by themselves' },
  typeYourself: { zh: '你自己输入：pkuh call {tool}', en: 'You type it yourself: pkuh call {tool}' },
  askYourself: { zh: '你自己要求它，而不是定时任务', en: 'You ask for it yourself, not a schedule' },
  enable: { zh: '你开启插件：pkuh plugin enable {plugin}', en: 'You switch the plugin on: pkuh plugin enable {plugin}' },
  available: { zh: '插件恢复可用；原因：pkuh plugin show {plugin}', en: 'The plugin is available again; why it is not: pkuh plugin show {plugin}' },
  review: { zh: '你审阅它现在的样子：pkuh plugin show {plugin}', en: 'You review it as it is now: pkuh plugin show {plugin}' },
  speak: { zh: '你再说一句话，新的一轮就开始', en: 'You say something: a new turn begins' },
  nothing: { zh: '没有办法：规则表里没有这种情况', en: 'Nothing: the table has no such case' },
} as const satisfies WordTable
export type ChangeCode = keyof typeof changeWords

/** The rest of an explanation. */
export const explainWords = {
  change: { zh: '要让它执行：', en: 'For it to run:' },
  weighed: { zh: '看了这些：', en: 'What was weighed:' },
  settings: { zh: '设置', en: 'Settings' },
  grants: { zh: '授权', en: 'Grants' },
  consents: { zh: '去向', en: 'Goes to' },
  context: { zh: '对话', en: 'Conversation' },
  assumed: { zh: '假设', en: 'assumed' },
  none: { zh: '没有', en: 'none' },
  agreed: { zh: '{place}（已同意）', en: '{place} (agreed)' },
  notAgreed: { zh: '{place}（还没有同意）', en: '{place} (not agreed yet)' },
  local: { zh: '只在本机', en: 'this machine only' },
  applies: { zh: '{grant} 管这次调用', en: '{grant} covers this call' },
  appliesNot: { zh: '{grant} 不管这次调用', en: '{grant} does not cover this call' },
  tainted: { zh: '假设有别人写的文字', en: 'as if it held text that others wrote' },
  private: { zh: '假设有你的私人数据', en: 'as if it held your private data' },
  plain: { zh: '假设没有别人写的文字，也没有你的私人数据', en: 'as if it held neither text that others wrote nor your private data' },
} as const satisfies WordTable
