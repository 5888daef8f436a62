import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

const changed = { zh: '学校可能改了接口，请更新或报告这个问题', en: 'The university may have changed it; update, or report it' }

/** Errors of signing in and of campus services. `{message}` is '' or a space and what IAAA itself said, already cleaned. */
export const campusErrors = {
  CAMPUS_SIGN_IN_NEEDED: {
    exit: 'signIn', zh: '还没有登录', en: 'Not signed in',
    hint: hints.signIn,
  },
  CAMPUS_SESSION_ENDED: {
    exit: 'signIn', zh: '{service} 的登录已失效，这个请求没有自动重发', en: 'The session of {service} has ended; this request was not sent again',
    hint: { zh: '确认上一次有没有生效，再试一次', en: 'Check whether the last one took effect, then try again' },
  },
  CAMPUS_BAD_CREDENTIALS: {
    exit: 'signIn', zh: '学号或密码不对。{message}', en: 'Wrong student number or password.{message}',
    hint: { zh: '确认密码后再运行 pkuh login；不要连续尝试，多次出错会被锁定', en: 'Check the password, then run pkuh login; do not keep trying, repeated failures lock the account' },
  },
  CAMPUS_CAPTCHA_NEEDED: {
    exit: 'signIn', zh: '统一身份认证要求图形验证码。{message}', en: 'IAAA asks for a captcha.{message}',
    hint: { zh: '在终端运行 pkuh login 并输入图中的字', en: 'Run pkuh login at a terminal and type what the picture shows' },
  },
  CAMPUS_SMS_NEEDED: {
    exit: 'signIn', zh: '统一身份认证要求短信验证码。{message}', en: 'IAAA asks for a code by text message.{message}',
    hint: { zh: '在终端运行 pkuh login 并输入短信里的数字', en: 'Run pkuh login at a terminal and type the code from the message' },
  },
  CAMPUS_SMS_TOO_SOON: {
    exit: 'signIn', zh: '一分钟内只发一条短信，还要等 {seconds} 秒', en: 'One text message a minute: the next in {seconds} s',
    hint: { zh: '上一条短信的验证码没有用过就还可以用；或者等一等再来一次', en: 'A code of the last message that was not used still counts; or wait, and do it again' },
  },
  CAMPUS_OTP_NEEDED: {
    exit: 'signIn', zh: '需要手机令牌的验证码。{message}', en: 'A code from the mobile token is needed.{message}',
    hint: { zh: '在终端运行 pkuh login 并输入令牌上的 6 位数字；若已经输入过，检查电脑的时间', en: 'Run pkuh login at a terminal and type the 6 digits; if you just did, check the clock of this computer' },
  },
  OTP_SEED_NEEDED: {
    exit: 'signIn', zh: '没有拿到令牌种子', en: 'No token seed came',
    hint: { zh: '在终端运行 pkuh otp set 并粘贴种子，或从标准输入传入；不接受命令行参数', en: 'Run pkuh otp set at a terminal and paste it, or pass it on standard input; never as an argument' },
  },
  OTP_SEED_INVALID: {
    exit: 'signIn', zh: '这不是可用的令牌种子（{problemZh}），什么也没有存', en: 'That is no token seed that can be used ({problemEn}); nothing was kept',
    hint: { zh: '要 Base32（A–Z、2–7）或 otpauth://totp/ 地址：SHA-1、6 位、30 秒、这个学号的', en: 'It is Base32 (A–Z, 2–7) or an otpauth://totp/ address with SHA-1, 6 digits, 30 s, and of this student number' },
  },
  OTP_NOT_SET: {
    exit: 'notFound', zh: '没有存令牌种子', en: 'No token seed is kept',
    hint: { zh: '用 pkuh otp set 存下种子，或者登录时自己输入数字', en: 'Keep one with pkuh otp set, or type the digits when you sign in' },
  },
  CAMPUS_BIND_OTP_FIRST: {
    exit: 'signIn', zh: '这个账号要求手机令牌，但还没有绑定', en: 'This account requires a mobile token and has none bound',
    hint: { zh: '运行 pkuh otp bind 绑定（种子只留在这台电脑），或先在统一身份认证的网页上把它绑到手机', en: 'Bind one with pkuh otp bind (its seed stays on this machine), or bind it to your phone on the IAAA web page first' },
  },
  CAMPUS_NOT_ACTIVATED: {
    exit: 'signIn', zh: '账号还没有激活。{message}', en: 'The account is not activated.{message}',
    hint: { zh: '先在统一身份认证的网页上激活账号', en: 'Activate the account on the IAAA web page first' },
  },
  CAMPUS_SIGN_IN_REFUSED: {
    exit: 'signIn', zh: '统一身份认证不让这个账号登录（{code}）。{message}', en: 'IAAA does not let this account sign in ({code}).{message}',
    hint: { zh: '再试不会有用：到统一身份认证的网页查看账号的状态，或联系学校的信息化部门', en: 'Trying again does not help: look at the account on the IAAA web page, or ask the university’s computing office' },
  },
  CAMPUS_WEAK_PASSWORD: {
    exit: 'signIn', zh: '密码太弱，学校要求先重设。{message}', en: 'The password is too weak and must be reset.{message}',
    hint: { zh: '在统一身份认证的网页上用“忘记密码”重设，再运行 pkuh login', en: 'Reset it with "forgot password" on the IAAA web page, then run pkuh login' },
  },
  CAMPUS_LOCKED_UNTIL: {
    exit: 'signIn', zh: '尝试次数过多，账号暂时被锁，约 {minutes} 分钟后解除', en: 'Too many attempts: the account is locked for about {minutes} more min',
    hint: { zh: '等到解除之后再登录；在此之前不会自动尝试', en: 'Sign in after that; nothing is tried by itself before' },
  },
  CAMPUS_BAD_REDIRECT: {
    exit: 'service', zh: '统一身份认证不接受这个服务的回调地址。{message}', en: 'IAAA does not accept the return address of this service.{message}',
    hint: changed,
  },
  CAMPUS_UPSTREAM_ERROR: {
    exit: 'service', zh: '登录没有成功（{code}）。{message}', en: 'Signing in did not succeed ({code}).{message}',
    hint: { zh: '稍后运行 pkuh login 再试一次', en: 'Try pkuh login again later' },
  },
  CAMPUS_IAAA_CHANGED: {
    exit: 'service', zh: '统一身份认证的回答不是约定的格式（{code}）', en: 'IAAA\'s answer has an unknown form ({code})',
    hint: changed,
  },
  CAMPUS_NOT_PROVED: {
    exit: 'service', zh: '统一身份认证通过了，但服务没有确认登录', en: 'IAAA said yes, but the service did not confirm the sign-in',
    hint: { zh: '稍后再试一次；若一直如此，请报告这个问题', en: 'Try again in a while; report it if it stays so' },
  },
  CAMPUS_COOKIE_REFUSED: {
    exit: 'service', zh: '服务没有留下可用的会话 Cookie', en: 'The service left no session cookie that can be kept',
    hint: changed,
  },
  CAMPUS_WRONG_ACCOUNT: {
    exit: 'signIn', zh: '服务确认的是另一个账号', en: 'The service confirmed another account',
    hint: { zh: '用学号（而不是邮箱或手机号）登录', en: 'Sign in with the student number, not a mailbox or phone number' },
  },
  CAMPUS_NETWORK_BEFORE_SEND: {
    exit: 'service', zh: '连不上统一身份认证，登录请求没有发出。{message}', en: 'IAAA cannot be reached; the sign-in was not sent.{message}',
    hint: { zh: '检查网络后再试', en: 'Check the network and try again' },
  },
  CAMPUS_NETWORK_AFTER_SEND: {
    exit: 'service', zh: '登录请求发出后连接断了，不知道结果。{message}', en: 'The connection broke after the sign-in was sent; its result is unknown.{message}',
    hint: { zh: '没有自动重试，以免计入失败次数；稍后再试一次', en: 'It was not repeated, so that it cannot count as a failure twice; try again in a while' },
  },
  CAMPUS_STEP_UP_DEVICE: {
    exit: 'signIn', zh: '{service} 要求先验证这台设备', en: '{service} wants this device to be verified first',
    hint: { zh: '在终端运行 pkuh login --service {service}，用手机令牌或短信里的数字验证；再登录一次不能代替它', en: 'Run pkuh login --service {service} at a terminal and give a code of the mobile token or of a text message; signing in again is no substitute' },
  },
  CAMPUS_STEP_UP_RECORDS: {
    exit: 'signIn', zh: '{service} 要求对成绩和课表另外授权', en: '{service} wants a separate authorisation for scores and timetables',
    hint: { zh: '在终端运行 pkuh login --service {service} 授权（只在短时间内有效），或改用 grades.list（来自门户）', en: 'Run pkuh login --service {service} at a terminal to grant it (it lasts a short while), or use grades.list, which reads the portal' },
  },
  CAMPUS_PAY_CODE_MODE: {
    exit: 'service', zh: '校园卡现在不在数字卡方式，付款码用不了', en: 'The campus card is not in its digital mode, so that no pay code would work',
    hint: { zh: '在「北京大学」App 里切换使用方式；这里不替你切换，因为实体卡的用法会跟着变', en: 'Change the mode of use in the university’s app; it is not changed here, because the plastic card changes with it' },
  },
  CAMPUS_PAY_CODE_NONE: {
    exit: 'service', zh: '校园卡没有给出付款码', en: 'The campus card gave no pay code',
    hint: { zh: '用「北京大学」App 里的付款码；若一直如此，请报告这个问题', en: 'Use the one of the university’s app; report it if it stays so' },
  },
  CAMPUS_CHOICE_NEEDED: {
    exit: 'signIn', zh: '{service} 要你先选一项，才能登录', en: '{service} wants you to choose before it signs in',
    hint: { zh: '在终端运行 pkuh login --service {service} 并选择；选过之后会记住', en: 'Run pkuh login --service {service} at a terminal and choose; the choice is remembered' },
  },
  CAMPUS_QR_EXPIRED: {
    exit: 'signIn', zh: '二维码过期了，没有人扫描', en: 'The QR code has expired; nobody scanned it',
    hint: { zh: '再运行一次 pkuh login --qr，用「北京大学」App 扫描', en: 'Run pkuh login --qr again and scan it with the Peking University app' },
  },
  CAMPUS_QR_NO_TERMINAL: {
    exit: 'signIn', zh: '扫码登录要在终端里进行', en: 'Signing in by QR code takes a terminal',
    hint: { zh: '在终端运行 pkuh login --qr；脚本用 --password-stdin', en: 'Run pkuh login --qr at a terminal; a script uses --password-stdin' },
  },
  CAMPUS_QR_NOT_FOR: {
    exit: 'signIn', zh: '{service} 不说明登录的是谁，所以不能扫码登录它', en: '{service} does not say whose sign-in it is, so it is not entered by QR code',
    hint: { zh: '用密码登录它：pkuh login --service {service}；portal、treehole 和 card 可以扫码', en: 'Sign in to it with the password: pkuh login --service {service}; portal, treehole and card can be entered by QR code' },
  },
  CAMPUS_TOO_FAST: {
    exit: 'service', zh: '{service} 说请求太快，{minutes} 分钟内不再请求它', en: '{service} says that it is asked too fast; nothing more is sent to it for {minutes} min',
    hint: { zh: '等一等再试；让助手或脚本少查几次', en: 'Wait, and have assistants and scripts ask less often' },
  },
  CAMPUS_RESTING: {
    exit: 'service', zh: '{service} 刚才拒绝了连接或说太快，{minutes} 分钟内不再请求它', en: '{service} has cut us off or said that it is asked too fast; nothing is sent to it for {minutes} more min',
    hint: { zh: '请求没有发出；等一等再试', en: 'The request was not sent; wait and try again' },
  },
  CAMPUS_JUMP_FAILED: {
    exit: 'service', zh: '{service} 没有打开这一部分（HTTP {status}）', en: '{service} did not open this part (HTTP {status})',
    hint: { zh: '可能是学校暂时关闭了它，或改了接口；稍后再试', en: 'It may be closed for now, or changed; try again later' },
  },
  CAMPUS_ACCOUNT_FORM: {
    exit: 'usage', zh: '这不像一个学号', en: 'That does not look like a student number',
    hint: { zh: '用 10 位学号登录', en: 'Sign in with the 10-digit student number' },
  },
  ACCOUNT_UNKNOWN: {
    exit: 'notFound', zh: '这里没有账号 {account}', en: 'There is no account {account} here',
    hint: { zh: '运行 pkuh accounts list 查看登录过的账号；模拟校园的账号用 pkuh sim status 查看', en: 'Run pkuh accounts list to see those that have signed in; those of the simulated campus are in pkuh sim status' },
  },
  ACCOUNT_FORGET_UNCONFIRMED: {
    exit: 'usage', zh: '没有确认，{account} 的东西一样也没有删除', en: 'Not confirmed: nothing of {account} was deleted',
    hint: { zh: '在终端运行 pkuh accounts forget {account} 并输入 yes；脚本加上 --yes', en: 'Run pkuh accounts forget {account} at a terminal and type yes; a script adds --yes' },
  },
  CAMPUS_SERVICE_UNKNOWN: {
    exit: 'service', zh: '没有校园服务 {service}', en: 'There is no campus service {service}',
    hint: { zh: '可用的服务：{known}', en: 'Services there are: {known}' },
  },
  CAMPUS_REQUEST_INVALID: {
    exit: 'service', zh: '插件发给 {service} 的请求不合规：{problem}', en: 'The plugin\'s request to {service} is not allowed as it stands: {problem}',
    hint: hints.pluginFault,
  },
  CAMPUS_PATH_REFUSED: {
    exit: 'service', zh: '服务 {service} 不接受这样的路径', en: 'The service {service} does not take such a path',
    hint: { zh: '路径要以 / 开头，不含 ..、//、查询和转义的分隔符，并且在这个服务的范围内', en: 'A path starts with /, has no .., //, query or encoded separators, and lies inside the service' },
  },
  CAMPUS_ENDPOINT_RESERVED: {
    exit: 'deniedByPolicy', zh: '{service} 的登录、短信和凭证接口不能由插件调用', en: 'Sign-in, text-message and token endpoints of {service} are not for plugins',
    hint: { zh: '登录由宿主自己完成', en: 'The host itself signs in' },
  },
  CAMPUS_OFFICIAL_PAGE_ONLY: {
    exit: 'deniedByPolicy', zh: '{service} 的充值只能在官方页面完成，pkuh 不代办', en: 'Paying into {service} is done on its official page; pkuh does not do it',
    hint: { zh: '在北京大学 App 的校园卡页面或 {page} 充值', en: 'Recharge in the Peking University app, or at {page}' },
  },
  CAMPUS_EFFECT_EXCEEDED: {
    exit: 'deniedByPolicy', zh: '这个工具声明的是 {declared}，但它要请求的接口是 {effect}', en: 'The tool declares {declared}, but the endpoint it asks for is {effect}',
    hint: hints.pluginFault,
  },
} as const satisfies ErrorTable
