import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/** Errors of the registry and of a plugin's run. */
export const pluginErrors = {
  PLUGIN_TOOL_UNKNOWN: {
    exit: 'notFound', zh: '没有工具 {tool}', en: 'There is no tool {tool}',
    hint: { zh: '{nearZh}运行 pkuh tools 查看所有工具', en: '{nearEn}Run pkuh tools to see them all' },
  },
  PLUGIN_UNKNOWN: {
    exit: 'notFound', zh: '没有插件 {plugin}', en: 'There is no plugin {plugin}',
    hint: { zh: '{nearZh}运行 pkuh plugin list 查看所有插件', en: '{nearEn}Run pkuh plugin list to see them all' },
  },
  PLUGIN_ID_INVALID: {
    exit: 'lint', zh: '{id} 不是合格的插件或工具 id', en: '{id} is not a sound id for a plugin or tool',
    hint: { zh: '插件 id 用小写字母、数字和连字符，2 到 32 个字符；工具名以字母开头，最多 40 个字符', en: 'A plugin id has 2 to 32 lower-case letters, digits and hyphens; a tool name starts with a letter and has at most 40 characters' },
  },
  PLUGIN_ID_RESERVED: {
    exit: 'lint', zh: '{id}：mcp- 开头的 id 只留给远程插件', en: '{id}: ids that start with mcp- are kept for remote plugins',
    hint: { zh: '换一个 id', en: 'Choose another id' },
  },
  PLUGIN_ID_TAKEN: {
    exit: 'lint', zh: 'id {id} 已属于另一个插件（{form}，{trust}）', en: 'The id {id} belongs to another plugin ({form}, {trust})',
    hint: { zh: '换一个 id，或先移除那个插件', en: 'Choose another id, or remove that plugin first' },
  },
  PLUGIN_ID_ALIKE: {
    exit: 'lint', zh: 'id {id} 看起来和 {other} 一样', en: 'The id {id} looks like {other}',
    hint: { zh: '换一个一眼就能分清的 id', en: 'Choose an id that nobody takes for the other one' },
  },
  PLUGIN_ID_OFFICIAL: {
    exit: 'lint', zh: '{id}：{prefix} 开头的 id 只留给官方插件', en: '{id}: ids that start with {prefix} are kept for official plugins',
    hint: { zh: '换一个 id', en: 'Choose another id' },
  },
  PLUGIN_ID_LEGACY: {
    exit: 'lint', zh: 'id {id} 和 {old} 一样或相像，它是 {plugin} 从前的 id', en: 'The id {id} is or looks like {old}, an old id of {plugin}',
    hint: { zh: '换一个 id；旧 id 的设置归接管它的插件', en: 'Choose another id; an old id’s settings go to the plugin that took it over' },
  },
  PLUGIN_LEGACY_FORBIDDEN: {
    exit: 'lint', zh: '{plugin} 不能接管旧 id {id}', en: '{plugin} may not take over the old id {id}',
    hint: { zh: '旧 id 只归固定表里的内置插件', en: 'Old ids go only to the bundled plugins of a fixed table' },
  },
  PLUGIN_DEFINITION_INVALID: {
    exit: 'service', zh: '远程插件给出的定义不对：{at}', en: 'A remote plugin’s definition is not sound: {at}',
    hint: { zh: '告诉服务器的作者；没有装上任何东西', en: 'Tell the server’s author; nothing was installed' },
  },
  PLUGIN_REVIEW_STALE: {
    exit: 'unreviewed', zh: '{plugin} 的内容和你看过的不同了', en: 'The content of {plugin} is no longer what you reviewed',
    hint: { zh: '没有装上；重新看一遍再决定', en: 'It was not installed; look at it again, then decide' },
  },
  PLUGIN_CORE: {
    exit: 'usage', zh: '{plugin} 是核心插件，不能关闭', en: '{plugin} is a core plugin and cannot be switched off',
    hint: { zh: '核心插件一直开启', en: 'Core plugins are always on' },
  },
  PLUGIN_INPUT_LOOSE: {
    exit: 'lint', zh: '{tool} 的输入放过了未知的参数', en: 'The input of {tool} lets unknown arguments pass',
    hint: { zh: '用 z.strictObject', en: 'Use z.strictObject' },
  },
  PLUGIN_CONFIRM_MISSING: {
    exit: 'lint', zh: '{tool} 花钱或公开，必须写 confirm', en: '{tool} spends money or is public and needs confirm',
    hint: hints.confirm,
  },
  PLUGIN_RESULT_INVALID: {
    exit: 'service', zh: '工具 {tool} 的结果与它声明的不符：{at}', en: 'The result of {tool} is not what it declares: {at}',
    hint: hints.pluginFault,
  },
  PLUGIN_SETTING_UNKNOWN: {
    exit: 'usage', zh: '插件 {plugin} 没有设置 {setting}；有的是：{known}', en: 'The plugin {plugin} has no setting {setting}; it has: {known}',
    hint: { zh: '运行 pkuh plugin settings {plugin} 查看', en: 'pkuh plugin settings {plugin} shows them' },
  },
  PLUGIN_SETTING_INVALID: {
    exit: 'usage', zh: '{plugin} 的设置 {setting} 应为 {expected}', en: 'The setting {setting} of {plugin} should be {expected}',
    hint: { zh: '运行 pkuh plugin settings {plugin} 查看', en: 'pkuh plugin settings {plugin} shows what it may be' },
  },
  PLUGIN_WIDGET_UNKNOWN: {
    exit: 'notFound', zh: '插件 {plugin} 没有 {widget}；有的是：{known}', en: 'The plugin {plugin} has no widget or page {widget}; it has: {known}',
    hint: { zh: '换一个名字', en: 'Choose one of them' },
  },
  PLUGIN_SHORTCUT_UNKNOWN: {
    exit: 'notFound', zh: '插件 {plugin} 没有快捷方式 {shortcut}；有的是：{known}', en: 'The plugin {plugin} has no shortcut {shortcut}; it has: {known}',
    hint: { zh: '写它的标题或序号：pkuh plugin shortcut {plugin}', en: 'Name it by its title or its number: pkuh plugin shortcut {plugin}' },
  },
  PLUGIN_SHORTCUT_FIXED: {
    exit: 'usage', zh: '这个快捷方式自己定了 {argument}', en: 'This shortcut sets {argument} itself',
    hint: { zh: '要换一个值，就直接调用 {tool}', en: 'For another value call {tool}' },
  },
} as const satisfies ErrorTable
