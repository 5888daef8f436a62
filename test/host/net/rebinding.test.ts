import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority } from '../../../fixtures/campus/tls/authority.ts'
import type { RebindingReport } from './rebinding-process.ts'

/** Made this machine's own inside the test's network; nothing of it leaves there. */
const outside = '162.105.131.160'
const inside = '10.9.9.9'
/** Linux lets a process have a network of its own, unless the machine forbids it. */
const able = process.platform === 'linux' && spawnSync('unshare', ['-rnm', 'sh', '-c', 'ip link set lo up']).status === 0
const said = able ? '' : ' (skipped: this machine gives no process a network of its own)'

const folder = mkdtempSync(join(tmpdir(), 'pkuh-rebinding-'))
let reports: readonly RebindingReport[] = []
beforeAll(async () => {
  if (!able) return
  const { ca, cert, key } = makeAuthority(['a.campus.test', 'b.campus.test', 'evil.test'])
  for (const [name, text] of [['ca.pem', ca], ['cert.pem', cert], ['key.pem', key], ['resolv.conf', 'nameserver 127.0.0.1\n'], ['nsswitch.conf', 'hosts: dns\n']] as const) writeFileSync(join(folder, name), text)
  const program = join(folder, 'rebinding.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('rebinding-process.ts', import.meta.url))], outfile: program, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })
  const own = [outside, inside, '169.254.169.254'].map((address) => `ip addr add ${address}/32 dev lo`)
  const mounts = ['resolv.conf', 'nsswitch.conf'].filter((name) => existsSync(`/etc/${name}`)).map((name) => `mount --bind ${folder}/${name} /etc/${name}`)
  const script = ['set -e', 'ip link set lo up', ...own, ...mounts, `exec ${process.execPath} ${program} ${folder} ${outside} ${inside}`].join('\n')
  const { stdout, stderr } = spawnSync('unshare', ['-rnm', 'sh', '-c', script], { encoding: 'utf8', timeout: 50_000, env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } })
  if (stdout === '') throw new Error(stderr)
  reports = stdout.trim().split('\n').map((line): RebindingReport => JSON.parse(line))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const of = (name: string): RebindingReport | undefined => reports.find((report) => report.name === name)
const first = ['connection', 'a.campus.test/1']

describe.skipIf(!able)(`the door on the public network, its names answered by a real DNS server${said}`, () => {
  it('reaches a public name, and follows it to another', () => {
    expect(of('a public name')).toMatchObject({ outcome: 'in', heard: { [outside]: first } })
    expect(of('a redirect between public names')).toMatchObject({ outcome: 'in', heard: { [outside]: [...first, 'connection', 'b.campus.test/2'] } })
  })
  it('asks for an address once and connects to that very answer: one that changes between check and connection changes nothing', () => {
    expect(of('a name that changes its mind between check and connection')).toMatchObject({ outcome: 'in', asked: 1, heard: { [outside]: first } })
  })
  it('refuses a name that has moved inside by the next hop, before a byte of the second request', () => {
    expect(of('a name that changes its mind between two hops')).toMatchObject({ outcome: 'NET_ADDRESS_FORBIDDEN left yes', asked: 2 })
    expect(of('a name that changes its mind between two hops')?.heard).toEqual({ [outside]: first })
  })
  it.each([
    ['a redirect to a declared name with a private address', 'NET_ADDRESS_FORBIDDEN'],
    ['a redirect to a declared name with a loopback address', 'NET_ADDRESS_FORBIDDEN'],
    ['a redirect to a declared name with a metadata address', 'NET_ADDRESS_FORBIDDEN'],
    ['a redirect to a name with a public and a private address', 'NET_ADDRESS_FORBIDDEN'],
    ['a redirect to an undeclared name', 'NET_HOST_UNDECLARED'],
    ['a redirect to a private address itself', 'NET_HOST_FORM'],
    ['a redirect to an odd spelling of loopback', 'NET_HOST_FORM'],
    ['a redirect to http', 'NET_DOWNGRADE'],
    ['a redirect to itself', 'NET_LOOP'],
  ])('%s is refused with %s; no listener hears a second connection', (name, code) => {
    expect(of(name)?.outcome).toBe(`${code} left yes`)
    expect(of(name)?.heard).toEqual({ [outside]: first })
  })
  it('a name with a private address alone is heard of nowhere', () => {
    expect(of('a name with a private address alone')).toMatchObject({ outcome: 'NET_ADDRESS_FORBIDDEN left no' })
    expect(of('a name with a private address alone')?.heard).toEqual({})
  })
})
