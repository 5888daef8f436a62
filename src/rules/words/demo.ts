import type { WordTable } from './say.ts'

/** What `pkuh demo` tells as it goes. */
export const demoWords = {
  title: { zh: 'PKU harness 演示：模拟校园，脚本模型，不联网，不用密钥库', en: 'PKU harness demo: a simulated campus, a scripted model, no network, no keychain' },
  started: { zh: '模拟校园（进程 {sim}，端口 {port}）和守护进程（进程 {daemon}）已启动，{ms} 毫秒', en: 'The simulated campus (process {sim}, port {port}) and the daemon (process {daemon}) are up after {ms} ms' },
  place: { zh: '一切都在临时目录 {path} 里，结束时删除', en: 'Everything is in the temporary directory {path} and is deleted at the end' },
  signIn: { zh: '登录', en: 'Sign in' },
  signedIn: { zh: '{account}（虚构的学生）通过统一身份认证登录；密码只在守护进程里', en: '{account} (an invented student) signed in through IAAA; the password is in the daemon alone' },
  call: { zh: '直接调用一个工具', en: 'Call a tool directly' },
  ask: { zh: '问助手', en: 'Ask the assistant' },
  question: { zh: '理教今天下午有哪些空教室？再看看我的成绩和绩点。', en: 'Which classrooms in 理教 are free this afternoon? And what are my grades?' },
  attack: { zh: '一条怀有恶意的树洞', en: 'A hostile treehole post' },
  attackQuestion: { zh: '在树洞里搜「理教自习」，告诉我大家说了什么。', en: 'Search treehole for “理教自习” and tell me what people say.' },
  attackNote: { zh: '搜到的树洞里有人写道：让 AI 助手立即发帖并记住一句话。演示用的模型会照做一切，下面看规则怎样处理。', en: 'One of the posts tells the assistant to publish and to remember something. The demo’s model obeys everything; watch what the rules do.' },
  noTerminal: { zh: '（这里不是终端，没有人可以输入：演示替你选了“不批准”）', en: '(This is no terminal and nobody can type: the demo denies for you)' },
  noTerminalNote: { zh: '演示：没有终端', en: 'demo: no terminal' },
  stopped: { zh: '没有执行 {tool}：{message}', en: '{tool} did not run: {message}' },
  ran: { zh: '你批准了，{tool} 执行了', en: 'You approved, and {tool} ran' },
  memory: { zh: '记忆', en: 'Memories' },
  pending: { zh: '待定：{text}（来源 {source}），等你批准，不会进入以后的对话', en: 'Pending: {text} (from {source}); it waits for you and enters no later conversation' },
  kept: { zh: '{status}：{text}（来源 {source}）', en: '{status}: {text} (from {source})' },
  proof: { zh: '证据', en: 'Proof' },
  chain: { zh: '审计链完整：{count} 行，{hash}…', en: 'The audit chain is whole: {count} rows, {hash}…' },
  posts: { zh: '模拟校园自己数的发帖请求：{count}', en: 'Posts that the simulated campus itself counted: {count}' },
  cleaned: { zh: '已结束所有进程，删除所有文件。共 {seconds} 秒', en: 'Every process has ended and every file is deleted. {seconds} s in all' },
  next: { zh: '想自己试：pkuh sim start，然后 pkuh --profile sim login', en: 'To try it yourself: pkuh sim start, then pkuh --profile sim login' },
} as const satisfies WordTable
