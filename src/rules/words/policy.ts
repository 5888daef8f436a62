import type { WordTable } from './say.ts'

/** What each rule says, by reason code. `pkuh policy explain`, cards and refusals print these. */
export const policyWords = {
  userOnly: { zh: '这个工具只有你自己能用', en: 'Only you yourself may use this tool' },
  scheduleEffect: { zh: '定时任务只能读取', en: 'Scheduled runs can only read' },
  schedulePrivate: { zh: '定时任务不能把你的隐私数据交给第三方', en: 'Scheduled runs may not give your private data to a third party' },
  disabled: { zh: '插件已被关闭', en: 'The plugin is switched off' },
  unavailable: { zh: '插件现在用不了', en: 'The plugin is not available' },
  unreviewed: { zh: '插件还没有经过你的审阅', en: 'You have not reviewed the plugin' },
  changed: { zh: '工具的定义在你审阅后变了', en: 'The tool’s definition changed after your review' },
  consentMissing: { zh: '你还没有同意把数据交给：{to}', en: 'You have not agreed that data go to: {to}' },
  consentShown: { zh: '你在终端里看到了它会访问：{to}', en: 'At the terminal you see that it will reach: {to}' },
  unknownCase: { zh: '规则表里没有这种情况', en: 'The table has no such case' },
  effectAllowed: { zh: '{trust}插件的{effect}默认直接执行', en: 'By default a plugin that is {trust} may {effect}' },
  effectAsks: { zh: '{trust}插件的{effect}默认先问你', en: 'By default a plugin that is {trust} asks you before it may {effect}' },
  overwrites: { zh: '会删除或覆盖已存的内容', en: 'It deletes or overwrites what is stored' },
  irreversible: { zh: '做了就不能撤销', en: 'It cannot be undone' },
  settingAllows: { zh: '你的设置允许{effect}', en: 'Your settings let it {effect}' },
  settingAsks: { zh: '你的设置要求{effect}前先问', en: 'Your settings ask before it may {effect}' },
  settingDenies: { zh: '你的设置不允许{effect}', en: 'Your settings do not let it {effect}' },
  bridgePrivate: { zh: '外部程序要读取你的隐私数据', en: 'An outside program wants your private data' },
  grant: { zh: '授权 {grant} 允许这次调用', en: 'Grant {grant} allows this call' },
  tainted: { zh: '对话里有别人写的文字（{from}），所以先问你', en: 'The conversation holds text that others wrote ({from}), so you are asked' },
  taintedAsked: { zh: '是你自己要求的，在本机，可以撤销', en: 'You asked for it yourself; it stays on this machine and can be undone' },
  taintedMarked: { zh: '是你自己要求的；其中别人写的文字会连同来源一起保存', en: 'You asked for it yourself; what others wrote in it is kept with its source' },
  taintedPending: { zh: '先存为待定，等你确认', en: 'It is kept as pending until you confirm it' },
  egressWithin: { zh: '对话里有你的私人数据（{private}）；发给 {to} 的内容里，助手自己选的不超过 {bits} 比特，加上已经发出的 {spent} 比特，没有超过每个对话 {limit} 比特的上限', en: 'The conversation holds your private data ({private}). Of what goes to {to} the assistant chose {bits} bits at most; with the {spent} bits that went before, that is within the {limit} bits a conversation may send there unasked' },
  egressOver: { zh: '对话里有你的私人数据（{private}），而这次要发给第三方 {to} 的内容里，有 {bits} 比特是助手自己选的（已经发出 {spent} 比特；不问你最多可以发 {limit} 比特），其中可能藏着你的数据，所以先让你看清要发出的每一个字', en: 'The conversation holds your private data ({private}), and of what would go to the third party {to} the assistant chose {bits} bits by itself ({spent} went before; {limit} may go unasked). Your data could be hidden in them, so you see exactly what leaves first' },
  egressUnknown: { zh: '对话里有你的私人数据（{private}），而这次要发给第三方 {to} 的内容里，有多少是别人替你选的说不准，所以先让你看清要发出的每一个字', en: 'The conversation holds your private data ({private}), and how much of what would go to the third party {to} others chose for you cannot be told. You see exactly what leaves first' },
  budget: { zh: '这一轮的预算用完了', en: 'The budget of this turn is spent' },
  denials: { zh: '连续被拒绝了 {count} 次，等你说话再继续', en: '{count} denials in a row: it waits until you speak' },
} as const satisfies WordTable

export type ReasonCode = keyof typeof policyWords
