import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority } from '../../../fixtures/campus/tls/authority.ts'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'
import { openProxyLogin } from '../../../src/host/net/proxy-login.ts'
import { isReadOnTheWay, proxyOrigin, readProxy } from '../../../src/host/net/proxy-url.ts'
import { doorUnderTest } from './door-under-test.ts'
import type { ProxyReport } from './proxy-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'pkuh-proxy-'))
let reports: readonly ProxyReport[] = []
beforeAll(async () => {
  const good = makeAuthority(['a.campus.test', 'b.campus.test'])
  const other = makeAuthority(['a.campus.test', 'b.campus.test'])
  for (const [name, { cert, key }] of [['good', good], ['other', other]] as const) { writeFileSync(join(folder, `${name}.cert.pem`), cert); writeFileSync(join(folder, `${name}.key.pem`), key) }
  writeFileSync(join(folder, 'ca.pem'), good.ca)
  const program = join(folder, 'proxy.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('proxy-process.ts', import.meta.url))], outfile: program, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent',
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)})` },
  })
  const run = spawnSync(process.execPath, [program, folder], { encoding: 'utf8', timeout: 50_000, env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } })
  if (run.stdout === '') throw new Error(run.stderr)
  reports = run.stdout.trim().split('\n').map((line): ProxyReport => JSON.parse(line))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const of = (name: string) => reports.find((report) => report.name === name)

describe('a proxy that the person set', () => {
  it('is asked for a tunnel to the checked address and learns nothing else: no name, path, header or token', () => {
    expect(of('a request')).toMatchObject({ outcome: 'in', origin: ['a.campus.test/1?token=SECRET '] })
    expect(of('a request')?.proxy).toEqual([expect.stringMatching(/^CONNECT 162\.105\.131\.160:443 [a-z,]*$/)])
  })
  it('bug-log 107: is asked anew for each host of a redirect, and nothing of it reaches an origin', () => {
    expect(of('a redirect to another declared host')).toMatchObject({ outcome: 'in', origin: ['a.campus.test/1?token=SECRET ', 'b.campus.test/2 '] })
    expect(of('a redirect to another declared host')?.proxy).toHaveLength(2)
  })
  it('changes no rule: an undeclared host and an address inside are refused before it is asked', () => {
    expect(of('a redirect to an undeclared host')).toMatchObject({ outcome: 'NET_HOST_UNDECLARED  left yes', origin: ['a.campus.test/1?token=SECRET '] })
    expect(of('a redirect to an undeclared host')?.proxy).toHaveLength(1)
    for (const name of ['a name with a private address', 'a name with a public and a loopback address']) expect(of(name)).toMatchObject({ outcome: 'NET_ADDRESS_FORBIDDEN  left no', proxy: [], origin: [] })
  })
  it('carries to an IPv6 address too', () => {
    expect(of('an address of IPv6')).toMatchObject({ outcome: 'in', proxy: [expect.stringContaining('CONNECT [2001:da8:201::1]:443')] })
  })
  it('cannot stand for the host: TLS is verified end to end', () => {
    expect(of('a proxy that leads to an impostor')).toMatchObject({ outcome: expect.stringMatching(/^NET_TLS .*left no$/), origin: [] })
  })
  it.each([['a proxy that answers before it is asked', 'head'], ['a proxy whose head has no end', 'head'], ['a proxy that hangs up', 'closed'], ['no proxy there', 'unreachable']])('%s is an error that says %s; nothing has left', (name, reason) => {
    expect(of(name)).toMatchObject({ outcome: `NET_PROXY ${reason} left no`, origin: [] })
  })
})

describe('a proxy that asks for a name and password', () => {
  const right = '测试 user:p:ä ss'
  it('of somebody who has none to give ends as such; the origin was not reached', () => {
    for (const name of ['a proxy that asks for a password', 'none is kept', 'another proxy of the same machine', 'forgotten']) expect([name, of(name)]).toMatchObject([name, { outcome: expect.stringMatching(/^NET_PROXY_LOGIN_NEEDED +left no$/), told: [''], origin: [] }])
  })
  it('gets what is kept for it, once it has asked; each host of a redirect through a tunnel of its own, and nothing of it reaches an origin', () => {
    expect(of('the right one')).toMatchObject({ outcome: 'in', told: ['', right, right], origin: ['a.campus.test/1?token=SECRET ', 'b.campus.test/2 '], state: 'taken' })
    expect(of('the right one, once it was taken')).toMatchObject({ outcome: 'in', told: [right, right], uses: ['sign in to the proxy', 'sign in to the proxy'] })
  })
  it('is sent a wrong one once, whoever asks and however many at once, until others are kept', () => {
    expect(of('a wrong one, three at once')).toMatchObject({ outcome: Array(3).fill('NET_PROXY_LOGIN_REFUSED left no').join('; '), state: 'refused', uses: ['sign in to the proxy'] })
    expect(of('a wrong one, three at once')?.told.filter((said) => said !== '')).toEqual(['测试 user:wrong'])
    expect(of('a wrong one, asked for again')).toMatchObject({ outcome: 'NET_PROXY_LOGIN_REFUSED left no', told: [''], uses: [] })
    expect(of('a right one that no longer is')).toMatchObject({ outcome: 'NET_PROXY_LOGIN_REFUSED left no', told: [right], state: 'refused' })
  })
  it('and one that asks no more gets none', () => {
    expect(of('a proxy that asks no more')).toMatchObject({ outcome: 'in', told: ['', ''], state: 'unasked', uses: [] })
  })
  it('and opened one tunnel unasked is not sent again what it refused before', () => {
    expect(of('the refused one, behind a tunnel that was open to all')).toMatchObject({ outcome: 'NET_PROXY_LOGIN_REFUSED left no', told: [''], state: 'refused', uses: [] })
    expect(of('the refused one, kept anew')).toMatchObject({ outcome: 'in', state: 'taken' })
  })
  it('and hangs up at what it is sent has not taken it', () => {
    expect(of('the right one, to a proxy that then hangs up')).toMatchObject({ outcome: 'NET_PROXY left no', told: ['', right], state: 'needed' })
  })
  it('gets none in a way that is not spoken here', () => {
    expect(of('a proxy that does not speak Basic')).toMatchObject({ outcome: 'NET_PROXY_SCHEME left no', told: [''], state: 'unspoken', uses: [] })
  })
})

it('the login of a proxy is well-formed, or not kept', async () => {
  const keystore = openKeystore({ backend: 'memory', service: 'x', index: '', helper: '', onUse: () => undefined })
  const login = openProxyLogin({ protocol: 'http:', host: '127.0.0.1', port: '7890' }, keystore)
  for (const [name, password] of [['', 'p'], ['u', ''], ['u:v', 'p'], ['u\r\nX: 1', 'p'], ['u', 'p\n'], ['u', 'p\u0085'], ['u'.repeat(600), 'p']] as const) await expect(login.keep(name, password)).rejects.toMatchObject({ code: 'NET_PROXY_LOGIN_FORM' })
  expect([await login.isKept(), await login.forget()]).toEqual([false, false])
  await login.keep('u', 'p:q')
  expect([await login.isKept(), await keystore.list()]).toEqual([true, [{ account: '-', kind: 'proxy', name: 'http://127.0.0.1:7890' }]])
  expect([await login.forget(), await login.isKept()]).toEqual([true, false])
})

it('the simulated campus is reached without it', async () => {
  const at = await doorUnderTest({ proxy: { protocol: 'http:', host: '127.0.0.1', port: '1' } })
  expect((await at.ask('https://a.campus.test/')).text).toBe('ok')
  await at.close()
})

it('the setting is a host and a port, without a secret', () => {
  expect(readProxy('http://127.0.0.1:7890')).toEqual({ protocol: 'http:', host: '127.0.0.1', port: '7890' })
  expect(readProxy('https://proxy.example.org/')).toEqual({ protocol: 'https:', host: 'proxy.example.org', port: '443' })
  expect(readProxy('http://[::1]:8080')).toEqual({ protocol: 'http:', host: '::1', port: '8080' })
  for (const text of ['', 'x', '127.0.0.1:7890', 'socks5://127.0.0.1:1', 'http://u:p@proxy:1', 'http://u@proxy:1', 'http://@proxy:1', 'http://proxy:1/path', 'http://proxy:1/?x', 'http://proxy:1/#x', 'file:///etc/passwd']) expect([text, readProxy(text)]).toEqual([text, undefined])
})

it.each([
  ['http://127.0.0.1:7890', 'http://127.0.0.1:7890', false], ['http://localhost', 'http://localhost:80', false], ['http://[::1]:1', 'http://[::1]:1', false],
  ['http://proxy.example.org', 'http://proxy.example.org:80', true], ['http://127.0.0.1.example.org:1', 'http://127.0.0.1.example.org:1', true], ['http://10.0.0.1:1', 'http://10.0.0.1:1', true], ['https://proxy.example.org', 'https://proxy.example.org:443', false],
])('%s is %s; whether its login can be read on the way: %s', (text, origin, isRead) => {
  const proxy = readProxy(text)
  expect(proxy && [proxyOrigin(proxy), isReadOnTheWay(proxy)]).toEqual([origin, isRead])
})
