import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditKinds } from '../../src/host/store/store.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { connectTo } from './database.ts'
import { openStage, type Stage } from './stage.ts'

/** Every kind of row is written by the act it is for (policy §9), and all of them can be given to somebody else. */

const student = '2500000001'
const words = '记住门牌号 4321 在理教东侧'

let stage: Stage
let person: Client
beforeAll(async () => {
  stage = await openStage()
  await stage.login()
  person = await stage.person()
  person.on('approval', ({ kind, card, digest }) => {
    if (kind === 'asked') person.request('approvals.answer', { id: card.id, digest, answer: card.answers.includes('always') ? 'always' : 'once', ...(card.typed === undefined ? {} : { note: card.typed }) }).catch(() => undefined)
  })
  await person.request('approvals.watch', {})
})
afterAll(async () => { person.close(); await stage[Symbol.asyncDispose]() })

interface Row { readonly seq: number; readonly kind: string; readonly plugin?: string | undefined; readonly detail: Readonly<Record<string, unknown>> }
/** The rows that `act` leaves behind. */
async function rowsOf(act: () => Promise<unknown>): Promise<readonly Row[]> {
  const last = async () => (await person.request('audit.show', { limit: 500 })).rows
  const before = (await last()).at(-1)?.seq ?? 0
  await act()
  return (await last()).filter(({ seq }) => seq > before)
}
const call = (tool: string, args: Readonly<Record<string, string>> = {}) => person.request('call', { tool, args, shown: [] })
const seen = new Set<string>()

describe('each kind is written by the act it is for', () => {
  it.each<readonly [string, () => Promise<unknown>, readonly (readonly [kind: string, plugin: string | undefined, detail: object])[]]>([
    ['a read of a signed-in service', () => call('grades.list'), [
      ['request.sent', 'grades', { tool: 'grades.list', to: 'campus:portal' }], ['outcome', 'grades', { tool: 'grades.list', principal: 'user', decision: 'allow', ok: true }],
    ]],
    ['a post that is approved', () => call('treehole.post', { text: '楼下的猫回来了' }), [
      ['call.resolved', 'treehole', { tool: 'treehole.post', principal: 'user' }], ['call.decided', 'treehole', { decision: 'ask' }],
      ['approval.asked', 'treehole', {}], ['approval.answered', 'treehole', { state: 'approved', answer: 'once' }], ['intent', 'treehole', { effect: 'public' }], ['outcome', 'treehole', { ok: true, effect: 'done' }],
      ['sign-in', undefined, { step: 'ended', service: 'treehole', outcome: 'ok' }], ['secret.used', undefined, { secret: 'password' }],
    ]],
    ['a setting', () => person.request('effects.set', { effect: 'write', choice: 'ask', plugin: 'memory' }), [['setting', 'memory', { setting: 'effects', choice: 'ask' }]]],
    ['an answer that lasts', () => call('memory.save', { text: words }), [['grant.made', 'memory', { tool: 'memory.save', for: 'always' }]]],
    ['a grant that is revoked', async () => {
      const { grants: [grant] } = await person.request('grants.list', {})
      await person.request('grants.revoke', { id: grant?.id ?? '' })
    }, [['grant.revoked', 'memory', {}]]],
    ['a plugin switched off', () => person.request('plugins.enable', { plugin: 'notices', on: false }), [['plugin.changed', 'notices', { enabled: false }]]],
    ['a place that is no longer agreed to', () => person.request('consents.revoke', { plugin: 'treehole' }), [['consent', 'treehole', { revoked: ['treehole campus:treehole'] }]]],
    ['one that is', () => person.request('consents.accept', { plugin: 'treehole' }), [['consent', 'treehole', { accepted: ['treehole campus:treehole'] }]]],
    ['the lock', () => person.request('lock', {}), [['setting', undefined, { setting: 'lock', locked: true }]]],
    ['the unlock', () => person.request('unlock', {}), [['setting', undefined, { setting: 'lock', locked: false }]]],
    ['signing out', () => person.request('logout', {}), [['sign-out', undefined, { account: student }]]],
  ])('%s', async (_, act, wanted) => {
    const rows = await rowsOf(act)
    for (const [kind, plugin, detail] of wanted) expect(rows.filter((row) => row.plugin === plugin), `${kind} of ${plugin ?? 'no plugin'}`).toContainEqual(expect.objectContaining({ kind, detail: expect.objectContaining(detail) }))
    for (const { kind } of rows) seen.add(kind)
  })

  it('the start of the daemon; another keystore', async () => {
    const { rows: [first] } = await person.request('audit.show', { limit: 500 })
    expect(first).toMatchObject({ seq: 1, kind: 'daemon', detail: { event: 'start' } })
    await using other = await openStage()
    await other.pkuh(['status'])
    const owner = await other.person()
    await owner.request('keystore.init', { backend: 'vault', passphrase: 'six words that nobody would guess', leave: true })
    owner.close()
    using tables = connectTo(join(other.places.data, 'harness.db'))
    expect((tables.rows('audit') as { kind: string; detail: string }[]).filter(({ kind }) => kind === 'keystore').map(({ detail }) => JSON.parse(detail) as unknown)).toMatchObject([{ event: 'chosen', next: 'vault' }])
    for (const kind of ['daemon', 'keystore']) seen.add(kind)
  })

  it('and no kind is left that no act here wrote', () => {
    expect(auditKinds.filter((kind) => !seen.has(kind))).toEqual([])
  })

  it('what a plugin did is found by its name: each row of its calls, its grants, settings and consents', async () => {
    const { rows } = await person.request('audit.show', { plugin: 'memory', limit: 500 })
    expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(['approval.answered', 'approval.asked', 'call.decided', 'call.resolved', 'grant.made', 'grant.revoked', 'intent', 'outcome', 'setting'])
    expect(rows.every(({ plugin }) => plugin === 'memory')).toBe(true)
  })
})

describe('audit export', () => {
  const at = (name: string) => join(stage.home, name)

  it('gives every row in order, and nothing of the person: no account, no word they typed, no path, no id that grants access', async () => {
    expect(await stage.json(['audit', 'export', '--file', at('all.ndjson')])).toMatchObject({ doc: { ok: true, data: { file: at('all.ndjson') } } })
    const text = readFileSync(at('all.ndjson'), 'utf8')
    const rows = text.trim().split('\n').map((line) => JSON.parse(line) as { type: string; seq: number; detail?: object; hash: string })
    expect(statSync(at('all.ndjson')).mode & 0o777).toBe(0o600)
    expect(rows.flatMap(({ type, seq }) => (type === 'row' ? [seq] : []))).toEqual(Array.from({ length: rows.length - 2 }, (_, index) => index + 1))
    using tables = connectTo(join(stage.places.data, 'harness.db'))
    const hashes = (tables.rows('audit') as { hash: string; detail: string }[])
    expect(hashes.length).toBeGreaterThanOrEqual(rows.length - 2)
    for (const secret of [student, words, '楼下的猫', '/chapi/', stage.campus.data.accounts[0]?.password ?? '?', ...hashes.map(({ hash }) => hash)]) expect(text).not.toContain(secret)
    expect(JSON.stringify(rows.map(({ detail }) => detail))).toMatch(/"account":"hmac:[0-9a-f]{64}"/)
  })

  it('is verified by whoever has the file, without a daemon, in words and as a document; one line changed is named', async () => {
    const nobody = { env: { ...stage.env, XDG_DATA_HOME: at('nowhere'), XDG_RUNTIME_DIR: at('nowhere-run') } }
    const { ran, doc } = await stage.json(['audit', 'verify', '--file', at('all.ndjson')], nobody)
    expect([ran.code, doc]).toMatchObject([0, { ok: true, data: { ok: true, chain: { ok: true } } }])
    expect(existsSync(at('nowhere-run'))).toBe(false)
    const lines = readFileSync(at('all.ndjson'), 'utf8').split('\n')
    writeFileSync(at('forged.ndjson'), lines.with(4, (lines[4] ?? '').replace(/"at":\d/, '"at":9')).join('\n'))
    writeFileSync(at('cut.ndjson'), lines.slice(0, 6).join('\n'))
    expect(await stage.json(['audit', 'verify', '--file', at('forged.ndjson')], nobody)).toMatchObject({ ran: { code: 1 }, doc: { ok: false, error: { code: 'AUDIT_EXPORT_BROKEN', message: expect.stringContaining('第 5 行（changed）') } } })
    expect(await stage.json(['audit', 'verify', '--file', at('cut.ndjson')], nobody)).toMatchObject({ doc: { error: { message: expect.stringContaining('第 7 行（cut）') } } })
  })

  it('exported again it begins with the same lines, so that its owner can tell a forged one', async () => {
    const { stdout } = await stage.pkuh(['audit', 'export'])
    const [first, again] = [readFileSync(at('all.ndjson'), 'utf8').trim().split('\n'), stdout.trim().split('\n')]
    expect(again.slice(0, first.length - 1)).toEqual(first.slice(0, -1))
  })

  it('of a plugin, and from a time on; a file that is there stays; what is to come and a plugin that is none are refused', async () => {
    const rowsIn = async (...more: string[]) => {
      const { doc } = await stage.json(['audit', 'export', ...more])
      return doc.ok ? (doc.data as { lines: string[] }).lines.map((line) => JSON.parse(line) as { type: string; plugin: string | null; at: number }).filter(({ type }) => type === 'row') : doc.error.code
    }
    const memory = await rowsIn('--plugin', 'memory')
    expect(memory).toContainEqual(expect.objectContaining({ kind: 'grant.made' }))
    expect(Array.isArray(memory) && memory.every(({ plugin }) => plugin === 'memory')).toBe(true)
    const since = [await rowsIn('--since', '1h'), await rowsIn('--since', '2000-01-01')].map((rows) => (Array.isArray(rows) ? rows.slice(0, 60).map(({ at }) => at) : rows))
    expect(since[0]).toEqual(since[1])
    expect(await rowsIn('--since', '2999-01-01')).toBe('USAGE')
    expect(await rowsIn('--plugin', 'nothing')).toBe('PLUGIN_UNKNOWN')
    const before = readFileSync(at('all.ndjson'))
    expect(await stage.json(['audit', 'export', '--file', at('all.ndjson')])).toMatchObject({ ran: { code: 2 }, doc: { ok: false, error: { code: 'FILE_EXISTS' } } })
    expect(readFileSync(at('all.ndjson')).equals(before)).toBe(true)
    expect(await stage.json(['audit', 'export', '--file', at('no/such/folder')])).toMatchObject({ doc: { error: { code: 'FILE_UNWRITABLE' } } })
  })

  it('says of a chain that is broken that it is, in its last line, and fails', async () => {
    using tables = connectTo(join(stage.places.data, 'harness.db'))
    tables.write('DROP TRIGGER audit_stays')
    tables.write("UPDATE audit SET kind = 'daemon' WHERE seq = 3")
    const { code, stdout } = await stage.pkuh(['audit', 'export'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ type: 'end', chain: { ok: false, seq: 3, fault: 'changed' } })
    expect((await stage.json(['audit', 'export'])).doc).toMatchObject({ ok: false, error: { code: 'AUDIT_BROKEN' } })
  })
})
