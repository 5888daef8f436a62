import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

const later = { zh: '检查网络后再试', en: 'Check the network and try again' }
const siteFault = { zh: '这是对方网站的问题；稍后再试', en: 'The site is at fault; try again later' }
const tooBig = { zh: '换一个更小的范围再查', en: 'Ask for a smaller part' }

/**
 * Errors of the door out (`host/net`). Every one thrown by the door also has the parameter `left`: `no` when
 * no byte of any request can have left the machine, `yes` otherwise (`requestLeft` in `host/net/request-left.ts`).
 */
export const netErrors = {
  NET_HOST_UNDECLARED: { exit: 'service', zh: '没有声明过主机 {host}', en: 'The host {host} was never declared', hint: hints.declare },
  NET_HOST_UNSIMULATED: {
    exit: 'service', zh: '模拟校园里没有主机 {host}', en: 'The simulated campus has no host {host}',
    hint: { zh: '模拟校园只有校园服务和几个网站；真的网站用默认配置访问（不带 --profile sim），插件可以用 pkuh plugin test 离线测试', en: 'It has the campus services and a few websites; real ones are reached by the default profile, without --profile sim, and a plugin is tested offline by pkuh plugin test' },
  },
  NET_HOST_FORM: {
    exit: 'service', zh: '主机名 {host} 不能用：必须是完整的域名，不能是 IP 地址', en: 'The host {host} will not do: it must be a full domain name, never an IP address',
    hint: hints.declare,
  },
  NET_URL_MALFORMED: { exit: 'service', zh: '这不是一个有效的网址', en: 'That is not a valid URL', hint: { zh: '检查网址的写法', en: 'Check how the URL is written' } },
  NET_URL_USERINFO: {
    exit: 'service', zh: '网址里不能带用户名或密码（{host}）', en: 'A URL may not carry a user name or password ({host})',
    hint: { zh: '去掉 @ 以及它前面的部分', en: 'Remove the part up to the @' },
  },
  NET_PORT_FORBIDDEN: { exit: 'service', zh: '不能访问 {host} 的端口 {port}', en: 'Port {port} of {host} may not be reached', hint: { zh: '只能用 https 的默认端口', en: 'Only the default port of https is used' } },
  NET_SCHEME: { exit: 'service', zh: '只能用 https，不能用 {scheme}', en: 'Only https is used, never {scheme}', hint: { zh: '改用 https 网址', en: 'Use the https URL' } },
  NET_DOWNGRADE: { exit: 'service', zh: '{host} 想把连接降到不加密的 http，已拒绝', en: '{host} tried to lower the connection to plain http; refused', hint: siteFault },
  NET_ADDRESS_FORBIDDEN: {
    exit: 'service', zh: '{host} 解析到了不允许的地址 {address}', en: '{host} resolves to {address}, which may not be reached',
    hint: {
      zh: '只能访问公网地址。如果代理软件开着 fake-ip 模式，请让校园域名直连',
      en: 'Only public addresses are reached. If a proxy runs in fake-ip mode, let campus names go direct',
    },
  },
  NET_DNS: { exit: 'service', zh: '查不到主机 {host} 的地址', en: 'No address was found for {host}', hint: later },
  NET_TLS: { exit: 'service', zh: '{host} 的证书或加密连接有问题：{reason}', en: 'The certificate or encryption of {host} is not in order: {reason}', hint: { zh: '检查系统时间和网络；证书检查不能关闭', en: 'Check the clock and the network; the check cannot be switched off' } },
  NET_RESET_BEFORE_SEND: { exit: 'service', zh: '没能连上 {host}，请求没有发出', en: '{host} could not be reached; nothing was sent', hint: later },
  NET_RESET_AFTER_SEND: { exit: 'service', zh: '{host} 在回答之前断开了，请求可能已经到达', en: '{host} broke off before it had answered; the request may have arrived', hint: later },
  NET_PROXY: {
    exit: 'service', zh: '设置里的代理没有接通 {host}：{reason}', en: 'The proxy in the settings made no connection to {host}: {reason}',
    hint: { zh: '检查设置文件里的 proxy 和代理本身', en: 'Check proxy in the settings file and the proxy itself' },
  },
  NET_PROXY_LOGIN_NEEDED: {
    exit: 'service', zh: '代理 {proxy} 要用户名和密码（407），还没有给过', en: 'The proxy {proxy} asks for a name and password (407), and none is kept for it',
    hint: { zh: '在终端运行 pkuh proxy login', en: 'Run pkuh proxy login at a terminal' },
  },
  NET_PROXY_LOGIN_REFUSED: {
    exit: 'service', zh: '代理 {proxy} 不接受保存的用户名和密码（407）', en: 'The proxy {proxy} does not accept the name and password that are kept for it (407)',
    hint: { zh: '不会再拿它们去试；在终端运行 pkuh proxy login 重新输入', en: 'They are not tried again; give others with pkuh proxy login at a terminal' },
  },
  NET_PROXY_SCHEME: {
    exit: 'service', zh: '代理 {proxy} 要用 {scheme} 验证身份，这里只会 Basic（407）', en: 'The proxy {proxy} wants to be signed in to by {scheme}; only Basic is spoken here (407)',
    hint: { zh: '在代理上开启 Basic，或在设置文件里换一个代理', en: 'Switch Basic on at the proxy, or name another proxy in the settings file' },
  },
  NET_PROXY_LOGIN_FORM: {
    exit: 'usage', zh: '代理的用户名和密码不能空着、过长或含控制字符，用户名里不能有冒号', en: 'The name and password for a proxy may not be empty, over-long or hold control characters, and the name no colon',
    hint: { zh: '检查后重新输入', en: 'Check them and type them again' },
  },
  NET_PROXY_NONE: {
    exit: 'notFound', zh: '设置里没有代理', en: 'The settings name no proxy',
    hint: { zh: '先在设置文件里写上 "proxy": "http://主机:端口"，再运行 pkuh daemon stop', en: 'Write "proxy": "http://host:port" into the settings file first, then run pkuh daemon stop' },
  },
  NET_TIMED_OUT: { exit: 'service', zh: '{host} 太久没有回应（{phase}，{ms} 毫秒）', en: '{host} took too long ({phase}, {ms} ms)', hint: later },
  NET_CANCELLED: { exit: 'interrupted', zh: '请求已取消', en: 'The request was cancelled', hint: { zh: '需要时再试一次', en: 'Try again when you want to' } },
  NET_CLOSED: { exit: 'service', zh: '网络出口已关闭', en: 'The way out is closed', hint: { zh: '守护进程正在停止', en: 'The daemon is stopping' } },
  NET_PROTOCOL: { exit: 'service', zh: '{host} 的回答不合 HTTP 规范', en: 'The answer of {host} is not proper HTTP', hint: siteFault },
  NET_HEADER_REFUSED: { exit: 'service', zh: '请求头 {name} 不能由调用方设置', en: 'The header {name} may not be set by a caller', hint: { zh: '去掉这个请求头', en: 'Leave the header out' } },
  NET_TOO_MANY_REDIRECTS: { exit: 'service', zh: '{host} 跳转超过 {limit} 次', en: '{host} redirected more than {limit} times', hint: siteFault },
  NET_LOOP: { exit: 'service', zh: '{host} 在同一个网址上循环跳转', en: '{host} redirects in a circle', hint: siteFault },
  NET_LOOP_COOKIE_REFUSED: {
    exit: 'service', zh: '{host} 循环跳转，因为它设置的 Cookie {cookie} 不合规而没有保存', en: '{host} redirects in a circle because its cookie {cookie} is not one it may set, so it was not kept',
    hint: siteFault,
  },
  NET_REDIRECT_BODY: { exit: 'service', zh: '{host} 想把请求内容转发到 {to}，已拒绝', en: '{host} tried to pass the request body on to {to}; refused', hint: siteFault },
  NET_TOO_LARGE: { exit: 'service', zh: '{host} 的回答超过 {limit} 字节', en: 'The answer of {host} is over {limit} bytes', hint: tooBig },
  NET_RATIO: { exit: 'service', zh: '{host} 的回答压缩得太不正常（超过 {limit} 倍）', en: 'The answer of {host} is compressed beyond reason (over {limit} times)', hint: siteFault },
  NET_CODING: { exit: 'service', zh: '{host} 用了不支持的压缩方式 {coding}', en: '{host} used a compression that is not supported: {coding}', hint: siteFault },
  NET_BODY_BROKEN: { exit: 'service', zh: '{host} 的回答不完整或已损坏', en: 'The answer of {host} is cut short or damaged', hint: later },
} as const satisfies ErrorTable
