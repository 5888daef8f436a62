import type { WordTable } from './say.ts'

/** The person's own settings for effects, as `pkuh effects` shows them. */
export const effectWords = {
  writeLocal: { zh: '修改（本机）', en: 'change (here)' },
  writeElsewhere: { zh: '修改（别处）', en: 'change (elsewhere)' },
  allow: { zh: '直接做', en: 'allow' },
  ask: { zh: '先问', en: 'ask' },
  deny: { zh: '不做', en: 'deny' },
  defaults: { zh: '没有设置时，助手要做的事：', en: 'What the assistant may do where nothing is set:' },
  settings: { zh: '你的设置：', en: 'Your settings:' },
  none: { zh: '你没有改过任何设置', en: 'You have set nothing' },
  all: { zh: '所有插件', en: 'every plugin' },
  plugin: { zh: '插件 {id}', en: 'plugin {id}' },
  tool: { zh: '工具 {id}', en: 'tool {id}' },
  set: { zh: '{scope}：{effect} → {choice}', en: '{scope}: {effect} → {choice}' },
  removed: { zh: '去掉了 {count} 个设置，回到默认', en: 'Settings taken out: {count}; the defaults hold again' },
  meansMoney: { zh: '注意：{scope}以后可以不问你就花你的钱', en: 'Mind: from now on money of yours may be spent unasked ({scope})' },
  meansPublic: { zh: '注意：{scope}以后可以不问你就用你的身份发布内容', en: 'Mind: from now on things may be published in your name unasked ({scope})' },
  meansWrite: { zh: '注意：{scope}以后可以不问你就修改你在别处的数据', en: 'Mind: from now on your data elsewhere may be changed unasked ({scope})' },
  stillAsks: { zh: '对话里有别人写的文字时、做了不能撤销时，还是先问你；社区和远程插件花钱、公开总是先问', en: 'You are still asked where the conversation holds text that others wrote and where it cannot be undone; community and remote plugins always ask before they spend or publish' },
  sure: { zh: '就这样设置？(y/N) ', en: 'Set it so? (y/N) ' },
  unchanged: { zh: '没有改动', en: 'Nothing was changed' },
} as const satisfies WordTable
