import type { WordTable } from './say.ts'

/** Settings, widgets and shortcuts of a plugin at a terminal. */
export const screenWords = {
  setting: { zh: '设置', en: 'Setting' },
  value: { zh: '值', en: 'Value' },
  from: { zh: '来自', en: 'From' },
  yours: { zh: '你', en: 'you' },
  default: { zh: '默认', en: 'default' },
  unfit: { zh: '默认（现在的版本不接受你设的值）', en: 'default (this version does not take your value)' },
  about: { zh: '说明', en: 'About' },
  noSettings: { zh: '{plugin} 没有设置', en: '{plugin} has no settings' },
  set: { zh: '{plugin} 的 {key} 已设为 {value}', en: '{key} of {plugin} is now {value}' },
  setForm: { zh: '写法：pkuh plugin settings 插件 set 设置 值', en: 'Write: pkuh plugin settings PLUGIN set SETTING VALUE' },
  reset: { zh: '{plugin} 的设置已恢复默认：{key}', en: 'Back to the default for {plugin}: {key}' },
  all: { zh: '全部', en: 'all' },
  widget: { zh: '小部件', en: 'Widget' },
  page: { zh: '页面', en: 'Page' },
  shortcut: { zh: '快捷方式', en: 'Shortcut' },
  seeWidget: { zh: 'pkuh plugin widget {plugin} {name}', en: 'pkuh plugin widget {plugin} {name}' },
  runShortcut: { zh: 'pkuh plugin shortcut {plugin} {number}', en: 'pkuh plugin shortcut {plugin} {number}' },
  callTool: { zh: 'pkuh call {line}', en: 'pkuh call {line}' },
  noShortcuts: { zh: '{plugin} 没有快捷方式', en: '{plugin} has no shortcuts' },
  image: { zh: '[图片：{alt}]', en: '[image: {alt}]' },
  empty: { zh: '（没有内容）', en: '(nothing)' },
} as const satisfies WordTable
