import type { ErrorTable } from './table.ts'

/** Errors of the tools for authors of plugins: `pkuh plugin new | lint | run | record | test | pack`. */
export const authorErrors = {
  AUTHOR_FOLDER_MISSING: {
    exit: 'usage', zh: '{path} 里没有 PLUGIN.md', en: 'There is no PLUGIN.md in {path}',
    hint: { zh: '写插件文件夹的路径；新建一个用 pkuh plugin new', en: 'Name a plugin’s folder; pkuh plugin new makes one' },
  },
  AUTHOR_FOLDER_TOO_LARGE: {
    exit: 'usage', zh: '{path} 里的文件超过 {limit} 个或 {bytes} 字节', en: '{path} holds more than {limit} files or {bytes} bytes',
    hint: { zh: '插件文件夹里只放插件自己的文件', en: 'Keep only the plugin’s own files in its folder' },
  },
  AUTHOR_LINT_FOUND: {
    exit: 'lint', zh: '检查发现 {count} 处要改', en: 'The check found {count} to mend',
    hint: { zh: '每一处上面都写了怎么改；能自动改的用 pkuh plugin lint --fix', en: 'Each says what to write instead; pkuh plugin lint --fix mends what it can' },
  },
  AUTHOR_TEST_FAILED: {
    exit: 'lint', zh: '{count} 个测试里有 {failed} 个没有通过', en: '{failed} of {count} tests failed',
    hint: { zh: '用 pkuh plugin run --fixture 名字 --trace 看每一步；结果本来就该变的，用 pkuh plugin test --update 记下新结果', en: 'pkuh plugin run --fixture NAME --trace shows each step; where the new result is right, pkuh plugin test --update keeps it' },
  },
  AUTHOR_TEST_NONE: {
    exit: 'lint', zh: '{path} 里没有录制，没有可以测试的', en: '{path} has no recordings, so there is nothing to test',
    hint: { zh: '用 pkuh plugin record 录一个，或照 docs/plugin-authors.zh.md 手写一个', en: 'Record one with pkuh plugin record, or write one as docs/plugin-authors.md says' },
  },
  AUTHOR_MUTANTS_SURVIVED: {
    exit: 'lint', zh: '改动网页 {changes} 次，有 {count} 处改动插件没有发现', en: 'Of {changes} changes to the recorded pages, {count} went unnoticed',
    hint: { zh: '每一处上面都写了怎么补', en: 'Each says what to write' },
  },
  AUTHOR_MUTANTS_NONE: {
    exit: 'lint', zh: '没有一处网页可以改动：没有录制给出结果，或结果不是从网页里读的', en: 'There was nothing to change: no recording gives a result, or none that is read from a page',
    hint: { zh: '至少要有一个录制的 expect 是 result', en: 'At least one recording must expect a result' },
  },
  AUTHOR_FIXTURE_UNKNOWN: {
    exit: 'notFound', zh: '没有录制 {fixture}；有 {names}', en: 'There is no recording {fixture}; there are {names}',
    hint: { zh: '从里面选一个', en: 'Choose one of them' },
  },
  AUTHOR_ARGS_REFUSED: {
    exit: 'usage', zh: '{fixture} 里的 {at} 不合工具的 input：应为 {expected}', en: '{at} in {fixture} is not what the input of the tool takes: {expected}',
    hint: { zh: '在录制的 args 里写上；可以不给的参数，写默认值，或把 input 写成 type: object、不放进 required', en: 'Write it under args of the recording; an argument that may be left out has a default, or stands in an input of type: object and not in its required' },
  },
  AUTHOR_NEW_REFUSED: {
    exit: 'usage', zh: '这样写出来的插件通不过检查：{says}', en: 'The plugin that this makes would not pass its check: {says}',
    hint: { zh: '换一个名字或地址；地址里本人的号码去掉，之后写成参数或设置', en: 'Give another name or address; leave a person’s own number out of the address, and make an argument or a setting of it later' },
  },
  AUTHOR_REQUEST_UNRECORDED: {
    exit: 'service', zh: '录制 {fixture} 里没有这个请求的回答：{request}；有 {recorded}', en: 'The recording {fixture} has no answer for {request}; it has {recorded}',
    hint: { zh: '改 exchanges 里的请求，或用 pkuh plugin record 重新录', en: 'Mend the request under exchanges, or record anew with pkuh plugin record' },
  },
  AUTHOR_RUN_FAILED: {
    exit: 'service', zh: '工具失败：{kind}（{detail}）', en: 'The tool failed with {kind} ({detail})',
    hint: { zh: '--trace 列出每一步，最后一步就是失败的那步；网页真的变了就改选择器', en: '--trace tells each step, the last of which is the one that failed; where the page has changed, mend its selectors' },
  },
  AUTHOR_SECRET_RECORDED: {
    exit: 'deniedByPolicy', zh: '回答里有密钥库里存着的秘密，没有保存录制', en: 'An answer holds a secret that the keystore keeps; no recording was kept',
    hint: { zh: '换一个不回显密码或令牌的页面来录', en: 'Record a page that does not repeat a password or token' },
  },
  AUTHOR_RECORDING_TOO_LARGE: {
    exit: 'service', zh: '录制超过 {limit} 字节', en: 'The recording has more than {limit} bytes',
    hint: { zh: '请求更小的一页', en: 'Ask for a smaller page' },
  },
  AUTHOR_ARCHIVE: {
    exit: 'lint', zh: '{file} 不是 pkuh plugin pack 写出来的文件，或者被改过', en: '{file} is not as pkuh plugin pack wrote it',
    hint: { zh: '在插件文件夹上重新运行 pkuh plugin pack', en: 'Run pkuh plugin pack on the plugin’s folder again' },
  },
  AUTHOR_FOLDER_EXISTS: {
    exit: 'usage', zh: '{path} 已经在了，没有动它', en: '{path} is there already; it was left as it is',
    hint: { zh: '换一个 id，或用 --to 写到别的文件夹', en: 'Choose another id, or another folder with --to' },
  },
  AUTHOR_ID: {
    exit: 'usage', zh: '{id} 不能作插件 id', en: '{id} cannot be a plugin’s id',
    hint: { zh: '用小写字母开头，后面是小写字母、数字和连字符，2 到 32 个', en: 'Start with a small letter; then small letters, digits and hyphens, 2 to 32 in all' },
  },
  AUTHOR_PAGE: {
    exit: 'usage', zh: '{page} 不是插件能读的网页地址', en: '{page} is not the address of a page that a plugin can read',
    hint: { zh: '写 https:// 开头的完整地址；要登录的校园网站只能用 pkuh services 里有的服务', en: 'Write a whole address that starts with https://; of campus sites with an account, only the services that pkuh services lists can be read' },
  },
  AUTHOR_ANSWER_NEEDED: {
    exit: 'usage', zh: '没有终端可以问，还要写 {options}', en: 'There is no terminal to ask at; {options} is needed too',
    hint: { zh: '例如 pkuh plugin new news --name 新闻 --page https://www.example.org/news --shape list', en: 'Such as pkuh plugin new news --name 新闻 --page https://www.example.org/news --shape list' },
  },
  AUTHOR_DEV_LEFT: {
    exit: 'usage', zh: '移除 {plugin} 时留下了它的数据：同一个名字试运行会读到并删掉它们', en: 'What {plugin} stored was kept when it was removed: a trial under its name would read and delete that',
    hint: { zh: '给正在写的换一个 id；那些数据不要了，就把移除的装回来，再移除一次并回答 yes', en: 'Give the one you work on another id; where that data may go, install the removed one again and remove it with yes to its data' },
  },
  AUTHOR_DEV_BUSY: {
    exit: 'usage', zh: '{plugin} 这个名字正在试运行', en: 'A folder’s plugin is being tried under the name {plugin} just now',
    hint: { zh: '等试运行结束（或回答它的确认卡），再来一次', en: 'Wait until the trial has ended (or answer its card), then try again' },
  },
  AUTHOR_DEV_TAKEN: {
    exit: 'usage', zh: '{plugin} 是已经装上的插件，不能用同一个名字试运行', en: '{plugin} is an installed plugin, so nothing else can be run under its name',
    hint: { zh: '开发时换一个 plugin id，或先移除装上的那个', en: 'Give the one you work on another id, or remove the installed one first' },
  },
} as const satisfies ErrorTable
