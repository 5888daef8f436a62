import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allowed } from '../../src/daemon/allow-file.ts'
import { revokeConsents } from '../../src/daemon/consents.ts'
import { grantHandlers } from '../../src/daemon/methods/grants.ts'
import { openPin } from '../../src/daemon/pin.ts'
import { openPinGate } from '../../src/daemon/pin-gate.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { createSessionGrants } from '../../src/monitor/standing/session-grants.ts'
import { digest } from '../../src/rules/canonical.ts'
import type { Grant } from '../../src/rules/grant.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeTurn } from '../monitor/world/turn.ts'
import { account, makeWorld } from '../monitor/world/world.ts'
import { ask, greeted, startBench } from './socket-bench.ts'

const edit = makeTool({ plugin: 'board', name: 'edit', effect: 'write', input: z.strictObject({ text: z.string(), floor: z.number().optional() }), destinations: [{ kind: 'campus', service: 'board' }] })
const open: (() => Promise<void>)[] = []
afterEach(async () => { for (const close of open.splice(0)) await close() })

async function seat({ agreed = [] }: { readonly agreed?: readonly string[] } = {}) {
  const world = makeWorld({ plugins: [makePlugin([edit])], agreed })
  const folder = mkdtempSync(join(tmpdir(), 'grants-'))
  const keystore = openKeystore({ backend: 'memory', service: 'test', index: join(folder, 'index'), helper: '', onUse: () => undefined })
  const pin = openPin({ keystore, settings: world.store.settings, clock: world.clock })
  const sessionGrants = createSessionGrants(world.clock)
  const bench = await startBench(grantHandlers({
    store: world.store, registry: world.registry, clock: world.clock, sessionGrants, pinGate: openPinGate(pin, world.clock), knowSecrets: async () => undefined,
    scrubber: makeScrubber(() => []), lock: { ...Object.create(null), locked: () => false }, profile: 'default',
  }))
  const connect = async (kind: 'interactive' | 'script') => {
    const client = await greeted(bench.places.socket, { kind })
    let id = 0
    return async (method: string, params: object = {}) => {
      const reply = await ask(client, ++id, method, params)
      return 'error' in reply ? reply.error : { code: 'ok', ...Object(Reflect.get(reply, 'result')) }
    }
  }
  open.push(async () => { await bench.close(); await keystore.close(); world[Symbol.dispose](); rmSync(folder, { recursive: true, force: true }) })
  return { world, sessionGrants, pin, person: await connect('interactive'), script: await connect('script') }
}

const given = (id: string, more: Partial<Grant> = {}): Grant => ({
  id, account, plugin: 'board', tool: 'board.edit', contentHash: edit.facts.contentHash, definitionDigest: edit.facts.definitionDigest, effect: 'write', destinations: [{ kind: 'campus', service: 'board' }],
  args: { exact: { text: 'a' }, free: [] }, ceiling: 'untainted', expires: null, usesLeft: null, revoked: false, made: { at: 0, how: 'answer', by: '00000000-0000-4000-8000-000000000001' }, ...more,
})
const file = (more: object = {}, rest: object = {}) => JSON.stringify({ version: 1, allow: [{ tool: 'board.edit', args: { text: 'x' }, uses: 2, expires: '2027-01-01T00:00:00+08:00', ...more }], ...rest }, undefined, 1)

describe('grants', () => {
  it('that are stored and those of a conversation are listed and shown alike, each with how it stands', async () => {
    const { world, sessionGrants, person, script } = await seat()
    world.store.grants.put('aaaa-1', given('aaaa-1'))
    world.store.grants.put('aaaa-2', given('aaaa-2', { contentHash: digest('another version') }))
    world.store.grants.put('aaaa-3', given('aaaa-3', { expires: world.clock.now() }))
    world.store.grants.put('aaaa-4', given('aaaa-4', { usesLeft: 1 }))
    world.store.grants.spend('aaaa-4', 1)
    sessionGrants.add('00000000-0000-4000-8000-0000000000cc', given('bbbb-1'))
    const listed = await person('grants.list')
    expect(listed.grants.map(({ id, kind, state }: { id: string; kind: string; state: string }) => [id, kind, state])).toEqual([
      ['aaaa-1', 'stored', 'stands'], ['aaaa-2', 'stored', 'changed'], ['aaaa-3', 'stored', 'expired'], ['aaaa-4', 'stored', 'used-up'], ['bbbb-1', 'session', 'stands'],
    ])
    expect(await person('grants.show', { id: 'b' })).toMatchObject({ grant: { id: 'bbbb-1', grant: { conversation: '00000000-0000-4000-8000-0000000000cc' } } })
    expect(await script('grants.show', { id: 'b' })).toMatchObject({ grant: { grant: { conversation: '[withheld]', made: { by: '[withheld]' } } } })
    expect((await person('grants.show', { id: 'aaaa' })).code).toBe('ID_AMBIGUOUS')
    expect((await person('grants.show', { id: 'zz' })).code).toBe('GRANT_UNKNOWN')
  })

  it.each<[string, string, object]>([
    ['one', 'stands', {}], ['one of this content alone', 'stands', { definitionDigest: null }], ['one with a use left', 'stands', { usesLeft: 2 }],
    ['one that says itself that it was revoked', 'revoked', { revoked: true }], ['one whose last use is spent', 'used-up', { usesLeft: 1 }], ['one that ends just now', 'expired', { expires: 'now' }],
    ['one of another definition', 'changed', { definitionDigest: digest('another') }], ['one of a tool that is gone', 'changed', { tool: 'board.gone' }],
    ['one that pins no version', 'unreadable', { contentHash: null, definitionDigest: null }], ['one with a field that none has', 'unreadable', { more: 1 }], ['one that ends at no time', 'unreadable', { expires: 'soon' }],
    ['an allow-file’s line of no uses', 'unreadable', { kind: 'allow-file' }],
  ])('%s is told as %s, and only what stands lets its call run', async (_, state, more) => {
    const { world, person } = await seat({ agreed: ['board'] })
    const at = Reflect.get(more, 'expires') === 'now' ? { expires: world.clock.now() } : {}
    world.store.grants.put('aaaa-1', { ...given('aaaa-1'), ...more, ...at })
    world.store.grants.spend('aaaa-1', 1)
    expect((await person('grants.list')).grants).toMatchObject([{ state }])
    expect((await world.call('board.edit', { text: 'a' }, { turn: makeTurn() })).ok).toBe(state === 'stands')
  })

  it('are revoked once, stored or not, on record, and by no script', async () => {
    const { world, sessionGrants, person, script } = await seat()
    world.store.grants.put('aaaa-1', given('aaaa-1'))
    sessionGrants.add('c', given('bbbb-1'))
    expect((await script('grants.revoke', { id: 'bbbb-1' })).code).toBe('DAEMON_FORBIDDEN')
    for (const id of ['aaaa-1', 'bbbb-1']) expect(await person('grants.revoke', { id: id.slice(0, 4) })).toMatchObject({ revoked: true, id })
    expect(await person('grants.revoke', { id: 'aaaa-1' })).toMatchObject({ revoked: false })
    expect((await person('grants.list')).grants).toMatchObject([{ id: 'aaaa-1', state: 'revoked' }])
    expect(world.audit().map(({ kind, detail }) => [kind, detail['grant']])).toEqual([['grant.revoked', 'aaaa-1'], ['grant.revoked', 'bbbb-1']])
  })
})

describe('importing an allow-file', () => {
  it('is seen before it is done, and agrees to the places it names', async () => {
    const { world, person, script } = await seat()
    const text = file({ schema: { floor: { type: 'integer', maximum: 3 } } }, { consents: [{ plugin: 'board', destination: 'campus:board' }] })
    expect(await person('grants.preview', { text })).toMatchObject({ allow: [{ tool: 'board.edit', uses: 2, schema: { floor: { maximum: 3 } } }], consents: [{ plugin: 'board', destination: 'campus:board' }], missing: [] })
    expect([world.store.grants.list(), world.audit()]).toEqual([[], []])
    for (const method of ['grants.preview', 'grants.import']) expect((await script(method, { text })).code).toBe('DAEMON_FORBIDDEN')
    expect(await person('grants.import', { text })).toMatchObject({ code: 'ok', tools: ['board.edit'], consents: ['board campus:board'] })
    expect(world.store.consents.list('-')).toMatchObject([{ plugin: 'board', destination: 'campus:board' }])
    expect(world.audit().map(({ kind }) => kind)).toEqual(['grant.made', 'consent'])
    expect((await person('grants.list')).grants).toMatchObject([{ kind: 'file', state: 'stands', uses: 0 }])
    expect(await person('grants.import', { text })).toMatchObject({ consents: [] })
    expect(world.audit()).toHaveLength(2)
  })

  it('again agrees to nothing that was taken back since, but to what the preview showed as that', async () => {
    const { world, person } = await seat()
    const [place, other] = ['campus:board', 'campus:treehole'].map((destination) => ({ plugin: 'board', destination }))
    const text = file({}, { consents: [place] })
    await person('grants.import', { text })
    expect((await person('grants.preview', { text })).again).toEqual([])
    revokeConsents(world.store, 'board', undefined, 'person')
    expect((await person('grants.preview', { text })).again).toEqual([place])
    // Another file too, and one that was shown before the person took it back.
    for (const again of [undefined, [], [other]]) for (const same of [text, file({ uses: 9 }, { consents: [place] })]) {
      expect(await person('grants.import', { text: same, again })).toMatchObject({ code: 'ok', consents: [] })
    }
    expect(world.store.consents.list()).toEqual([])
    expect(await person('grants.import', { text, again: [place] })).toMatchObject({ consents: ['board campus:board'] })
    expect([world.store.consents.list('-'), (await person('grants.preview', { text })).again]).toMatchObject([[place], []])
  })

  it('whose name is enough in `sim` agrees to its places once, and to none that was taken back', async () => {
    const { world } = await seat()
    const house = { store: world.store, registry: world.registry, profile: 'sim', scrubber: makeScrubber(() => []), lock: { locked: () => false } } as const
    const text = file({}, { consents: [{ plugin: 'board', destination: 'campus:board' }] })
    expect(allowed(text, house)).toHaveLength(1)
    expect(world.store.consents.list('-')).toHaveLength(1)
    revokeConsents(world.store, 'board', 'campus:board', 'person')
    expect(allowed(text, house)).toHaveLength(1)
    expect(world.store.consents.list('-')).toEqual([])
  })

  it.each<[string, string, string]>([
    ['an argument that the tool has not', file({ args: { txet: 'x' } }), '$.allow.0.args.txet'],
    ['bounds on one that it has not', file({ schema: { flor: { type: 'integer' } } }), '$.allow.0.schema.flor'],
    ['a place that the plugin sends nothing to', file({}, { consents: [{ plugin: 'board', destination: 'website:evil.example' }] }), '$.consents.0.destination'],
    ['a plugin that is not there', file({}, { consents: [{ plugin: 'bord', destination: 'campus:board' }] }), '$.consents.0.plugin'],
  ])('with %s is refused with its line, and nothing of it is kept', async (_, text, path) => {
    const { world, person } = await seat()
    const line = text.split('\n').findIndex((one) => one.includes(`"${path.split('.').at(-1) ?? ''}"`)) + 1
    for (const method of ['grants.preview', 'grants.import']) {
      const { code, message } = await person(method, { text })
      expect([code, message]).toEqual(['ALLOW_FILE_INVALID', expect.stringContaining(path)])
      expect(message).toContain(`Line ${path.startsWith('$.consents') ? text.split('\n').findLastIndex((one) => one.includes(`"${path.split('.').at(-1) ?? ''}"`)) + 1 : line} `)
    }
    expect([world.store.grants.list(), world.store.consents.list('-'), world.audit()]).toEqual([[], [], []])
  })

  it('of a tool that is not installed says so and takes the rest; the PIN is asked for where there is one', async () => {
    const { pin, person } = await seat()
    const text = file({ tool: 'later.tool' })
    expect(await person('grants.import', { text })).toMatchObject({ missing: ['later.tool'] })
    expect((await person('grants.list')).grants).toMatchObject([{ state: 'changed' }])
    await pin.set('2468')
    expect((await person('grants.import', { text: file({ uses: 9 }) })).code).toBe('PIN_NEEDED')
  })
})
