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
  budget: { zh: '这一轮的预算用完了', en: 'The budget of this turn is spent' },
  denials: { zh: '连续被拒绝了 {count} 次，等你说话再继续', en: '{count} denials in a row: it waits until you speak' },
} as const satisfies WordTable

export type ReasonCode = keyof typeof policyWords
