import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/** Errors of installing, updating and removing plugins, and of the marketplace. */
export const marketErrors = {
  MARKET_LINK: {
    exit: 'usage', zh: '这不是能安装的链接：{link}', en: 'This is no link that can be installed from: {link}',
    hint: { zh: '给出 GitHub 文件夹的链接、一个 PLUGIN.md 的 https 地址，或本机的文件夹', en: 'Give a link to a GitHub folder, the https address of a PLUGIN.md, or a folder on this machine' },
  },
  MARKET_INDEX_LINK: {
    exit: 'usage', zh: '这不能是市场的地址：{link}', en: 'This can be no marketplace’s address: {link}',
    hint: { zh: '给出目录文件的 https 地址，不带端口和用户名', en: 'Give the https address of its index file, without a port and a name' },
  },
  MARKET_GONE: {
    exit: 'notFound', zh: '{host} 上没有 {what}', en: '{host} has no {what}',
    hint: { zh: '检查链接；已经装上的版本照旧', en: 'Check the link; a version that is installed stays as it is' },
  },
  MARKET_PATH_GONE: {
    exit: 'notFound', zh: '本机没有 {path}', en: 'There is no {path} on this machine',
    hint: { zh: '检查路径；已经装上的版本照旧', en: 'Check the path; a version that is installed stays as it is' },
  },
  MARKET_ANSWER: {
    exit: 'service', zh: '{host} 的回答不对（{what}）', en: '{host} gave an answer that makes no sense ({what})',
    hint: hints.later,
  },
  MARKET_LIMIT: {
    exit: 'lint', zh: '插件文件夹超过上限：{what}，最多 {limit}', en: 'The plugin’s folder is over a limit: {what}, at most {limit}',
    hint: { zh: '缩小文件夹，只留插件用到的文件', en: 'Make the folder smaller: keep what the plugin uses' },
  },
  MARKET_FILE_KIND: {
    exit: 'lint', zh: '{file} 不是普通文件（如符号链接）', en: '{file} is not a plain file (a symbolic link, for one)',
    hint: { zh: '插件里只放普通文件', en: 'Keep plain files alone in a plugin' },
  },
  MARKET_UNREADABLE: {
    exit: 'usage', zh: '读不了 {file}（{reason}）', en: '{file} cannot be read ({reason})',
    hint: { zh: '检查它的权限；名字要用 UTF-8 写', en: 'Check its permissions; its name must be written in UTF-8' },
  },
  MARKET_BYTES: {
    exit: 'unreviewed', zh: '{file} 的内容和它的提交里写的不同', en: 'The bytes of {file} are not those of its commit',
    hint: { zh: '没有装上任何东西；稍后再试', en: 'Nothing was installed; try again later' },
  },
  MARKET_HASH: {
    exit: 'unreviewed', zh: '{plugin} 的内容和市场条目写的不同', en: 'The content of {plugin} is not what its marketplace entry says',
    hint: { zh: '没有装上；请告诉这个条目的发布者', en: 'It was not installed; tell the entry’s publisher' },
  },
  MARKET_ID_OTHER: {
    exit: 'unreviewed', zh: '{plugin} 的链接上现在是另一个插件 {found}', en: 'The link of {plugin} now holds another plugin, {found}',
    hint: { zh: '原来的版本照旧；要装那一个就运行 pkuh plugin install', en: 'The version you have stays; to install the other one run pkuh plugin install' },
  },
  MARKET_TRUST_OTHER: {
    exit: 'unreviewed', zh: '{plugin} 不再来自官方仓库', en: '{plugin} does not come from the official repository any more',
    hint: { zh: '原来的版本照旧', en: 'The version you have stays as it is' },
  },
  MARKET_OLDER: {
    exit: 'unreviewed', zh: '{plugin} 的链接上是更旧的版本 {version}', en: 'The link of {plugin} holds an older version, {version}',
    hint: { zh: '原来的版本照旧', en: 'The version you have stays as it is' },
  },
  MARKET_EMPTY: {
    exit: 'unreviewed', zh: '{plugin} 的链接上的版本没有任何工具', en: 'The version at the link of {plugin} has no tool at all',
    hint: { zh: '原来的版本照旧；不要它了就运行 pkuh plugin remove', en: 'The version you have stays; to be rid of it run pkuh plugin remove' },
  },
  MARKET_STORED: {
    exit: 'unreviewed', zh: '{plugin} 存在本机的文件不见了或被改动过', en: 'The stored file of {plugin} is gone or was changed',
    hint: { zh: '运行 pkuh plugin update 取回，或 pkuh plugin remove 移除', en: 'Run pkuh plugin update to fetch it again, or pkuh plugin remove' },
  },
  MARKET_NOT_INSTALLED: {
    exit: 'usage', zh: '{plugin} 是随 PKU harness 一起的，不能移除', en: '{plugin} ships with PKU harness and cannot be removed',
    hint: { zh: '可以用 pkuh plugin disable 关闭', en: 'It can be switched off with pkuh plugin disable' },
  },
  MARKET_NO_LINK: {
    exit: 'usage', zh: '{plugin} 随 PKU harness 一起更新，没有自己的链接', en: '{plugin} is updated along with PKU harness and has no link of its own',
    hint: { zh: '更新 PKU harness 本身', en: 'Update PKU harness itself' },
  },
  MARKET_NOTHING_WAITS: {
    exit: 'notFound', zh: '{plugin} 没有等着审阅的更新', en: 'No update of {plugin} waits for a review',
    hint: { zh: '运行 pkuh plugin update 查一次', en: 'Run pkuh plugin update to look for one' },
  },
  MARKET_REVIEW_NEEDED: {
    exit: 'approvalNeeded', zh: '安装插件要有人在终端上审阅', en: 'Installing a plugin takes a person who reviews it at a terminal',
    hint: { zh: '在终端里运行；在脚本里：先导入写着它内容摘要（contentHash）的授权文件，再从本机的文件夹安装', en: 'Run it at a terminal; in a script, first import an allow-file that names its contentHash, then install from a folder on this machine' },
  },
  MARKET_UNREVIEWED: {
    exit: 'deniedByPerson', zh: '没有装上 {plugin}：你没有同意', en: '{plugin} was not installed: you did not agree',
    hint: { zh: '要装就再运行一次，看过后输入 yes', en: 'To install it run this again, read the sheet and type yes' },
  },
  MARKET_SAME: {
    exit: 'usage', zh: '这个版本已经装上了', en: 'Exactly this version is installed already',
    hint: { zh: '运行 pkuh plugin list 查看', en: 'Run pkuh plugin list to see it' },
  },
  MARKET_ENTRY_UNKNOWN: {
    exit: 'notFound', zh: '市场里没有 {id}', en: 'The marketplace has no {id}',
    hint: { zh: '运行 pkuh market search 查找', en: 'Run pkuh market search to look for it' },
  },
  MARKET_ENTRY_TWICE: {
    exit: 'usage', zh: '不止一个市场有 {id}：{urls}', en: 'More than one marketplace has {id}: {urls}',
    hint: { zh: '用条目的链接安装：pkuh market show 会列出', en: 'Install by an entry’s link, which pkuh market show lists' },
  },
  MARKET_INDEX: {
    exit: 'service', zh: '{url} 不是合格的市场目录：{at}', en: '{url} is not a sound marketplace index: {at}',
    hint: { zh: '告诉它的发布者；格式见 docs/registry.schema.json', en: 'Tell its publisher; docs/registry.schema.json has the shape' },
  },
  MARKET_INDEX_UNKNOWN: {
    exit: 'notFound', zh: '没有加过市场 {url}', en: 'The marketplace {url} was never added',
    hint: { zh: '运行 pkuh market list 查看', en: 'Run pkuh market list to see those there are' },
  },
} as const satisfies ErrorTable
