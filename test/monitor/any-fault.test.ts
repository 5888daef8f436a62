import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Store } from '../../src/host/store/store.ts'
import type { Turn } from '../../src/monitor/call-request.ts'
import type { House } from '../../src/monitor/house.ts'
import type { Registry } from '../../src/plugins/registry/plugin.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { taintedTurn } from './world/turn.ts'
import { account, errorOf, makeWorld } from './world/world.ts'

/**
 * Fault injection in every deciding step (law 4): each part that a step asks, broken in each way. The call is denied and its
 * denial is on record; nothing ran, nothing is left waiting. Beside each, the same call with that part whole does run.
 */

/** The rules themselves stand behind a door here, so that they can be broken. */
const rules = vi.hoisted(() => ({ broken: undefined as (() => unknown) | undefined }))
vi.mock('../../src/rules/decide.ts', async (original) => {
  const real = await original<typeof import('../../src/rules/decide.ts')>()
  return { ...real, decide: (...question: Parameters<typeof real.decide>) => (rules.broken ? rules.broken() : real.decide(...question)) }
})
beforeEach(() => { rules.broken = undefined })

/** As a variable: the lint refuses to name it, for the reason that this test is about. */
const then: string = ['th', 'en'].join('')
const trap = (): never => { throw new Error('a getter that throws') }
/** Each way in which a part can fail to answer. What it gives is typed as its place wants it: a broken part keeps to no type. */
const faults: Readonly<Record<string, () => unknown>> = {
  'throws': () => { throw new Error('fault') },
  'throws nothing': () => { throw undefined },
  'hangs': () => new Promise(() => undefined),
  'rejects': () => { const gone = Promise.reject(new Error('fault')); gone.catch(() => undefined); return gone },
  'undefined': () => undefined,
  'null': () => null,
  'a word': () => 'allow',
  'a number': () => 1,
  'an empty object': () => ({}),
  'throwing getters': () => new Proxy({}, { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap }),
  'a throwing then': () => property(then, trap),
}
type Fault = () => never
/** A property that is the fault whenever it is read. */
function property(name: string, fault: Fault): object {
  return Object.defineProperty({}, name, { get: fault, enumerable: true })
}

/** Where a fault can strike. `answers` are those of the list that the part may well give: nothing is wrong with them. */
interface Seam {
  readonly step: string
  readonly part: string
  readonly answers?: readonly string[]
  readonly house?: (fault: Fault, whole: Whole) => Partial<House>
  readonly store?: (fault: Fault, real: Store) => Partial<Store>
  readonly turn?: (fault: Fault) => Partial<{ [Key in keyof Turn]: unknown }>
  readonly rules?: true
  /** The call runs by a grant: one part more that is asked. */
  readonly granted?: true
  /** It goes to a third party with private data in the context, so R7's parts are asked. */
  readonly away?: true
}
interface Whole { readonly registry: Registry; readonly approvals: House['approvals'] }

const seams: readonly Seam[] = [
  { step: 'resolve', part: 'locked', house: (locked) => ({ locked }) },
  { step: 'resolve', part: 'registry.tool', house: (tool, { registry }) => ({ registry: { ...registry, tool } }) },
  { step: 'resolve', part: 'registry.plugin', house: (plugin, { registry }) => ({ registry: { ...registry, plugin } }) },
  { step: 'resolve', part: 'account', house: (fault) => ({ account: fault }) },
  { step: 'validate', part: 'the tool’s schema', house: (safeParse, { registry }) => ({ registry: { ...registry, tool: (id) => { const tool = registry.tool(id); return tool && { ...tool, input: { ...tool.input, safeParse } } } } }) },
  { step: 'freeze', part: 'scrubber.holdsSecret', house: (holdsSecret) => ({ scrubber: { text: (text) => text, json: (value) => value, holdsSecret } }) },
  { step: 'label', part: 'turn.labels', turn: (labels) => ({ labels }) },
  { step: 'label', part: 'turn.thirdParty', turn: (thirdParty) => ({ thirdParty }) },
  { step: 'label', part: 'turn.userWords', answers: ['a word'], turn: (fault) => property('userWords', fault) },
  { step: 'label', part: 'turn.denialsInARow', answers: ['a number'], turn: (fault) => property('denialsInARow', fault) },
  { step: 'label', part: 'turn.budgetSpent', turn: (fault) => property('budgetSpent', fault) },
  { step: 'decide', part: 'store.grants', store: (list, { grants }) => ({ grants: { ...grants, list } }) },
  { step: 'decide', part: 'store.consents', store: (agreed, { consents }) => ({ consents: { ...consents, agreed } }) },
  { step: 'decide', part: 'store.settings', answers: ['undefined'], store: (get, { settings }) => ({ settings: { ...settings, get } }) },
  { step: 'decide', part: 'store.leaks.of', away: true, answers: ['an empty object'], store: (of, { leaks }) => ({ leaks: { ...leaks, of } }) },
  { step: 'decide', part: 'turn.privateTexts', away: true, turn: (privateTexts) => ({ privateTexts }) },
  { step: 'decide', part: 'the rules', rules: true },
  { step: 'decide', part: 'signInNeeded', house: (signInNeeded) => ({ signInNeeded }) },
  { step: 'decide', part: 'auditDigest', house: (auditDigest) => ({ auditDigest }) },
  { step: 'ask', part: 'approvals.ask', house: (ask, { approvals }) => ({ approvals: { ...approvals, ask } }) },
  { step: 'guard', part: 'a guard', answers: ['undefined'], house: (check) => ({ guards: [{ name: 'g', check }] }) },
  { step: 'guard', part: 'store.grants.spend', granted: true, store: (spend, { grants }) => ({ grants: { ...grants, spend } }) },
  { step: 'intent', part: 'store.intents', answers: ['undefined', 'null', 'a word', 'a number', 'an empty object', 'throwing getters', 'a throwing then', 'hangs', 'rejects'], store: (begin, { intents }) => ({ intents: { ...intents, begin } }) },
]

const effects = ['write', 'read'] as const
/** A call that a person approves at once, or (for a read) that runs by itself; how it ended and whether anything ran. */
async function play(seam: Seam, fault: (() => unknown) | undefined, effect: (typeof effects)[number]) {
  const ran: unknown[] = []
  const act = makeTool({
    name: 'act', effect, trust: 'community', irreversible: effect === 'write' && !seam.granted, input: z.strictObject({ text: z.string() }), destinations: [seam.away ? { kind: 'remote', plugin: 'probe' } : { kind: 'campus', service: 'board' }],
    run: async () => { ran.push(1); return {} },
  })
  const plugins = [makePlugin([act])]
  using whole = makeWorld({ plugins })
  const broken = fault as Fault | undefined
  using world = makeWorld({
    plugins, ...(broken && seam.store ? { store: (real) => ({ ...real, ...seam.store?.(broken, real) }) } : {}),
    house: { limits: { decideMs: 2_000, approvalMs: 600_000 }, ...(broken && seam.house ? seam.house(broken, { registry: whole.registry, approvals: whole.approvals }) : {}) },
  })
  world.approvals.attach('screen')
  world.approvals.watch(({ kind, card }) => { if (kind === 'asked') queueMicrotask(() => { world.approvals.answer(card.id, 'once', 'screen', undefined) }) })
  if (seam.granted) {
    const { plugin, id, contentHash, definitionDigest, destinations } = act.facts
    world.store.grants.put('g1', {
      id: 'g1', account, plugin, tool: id, effect, contentHash, definitionDigest, destinations: [...destinations], args: { exact: { text: 'x' }, free: [] }, ceiling: 'tainted',
      expires: null, usesLeft: 1, revoked: false, made: { at: 0, how: 'answer', by: 'screen' },
    })
  }
  if (seam.rules && broken) rules.broken = broken
  const turn = { ...taintedTurn({ labels: { untrusted: ['treehole.read'], private: seam.away ? ['grades'] : [] }, privateTexts: [{ source: 'grades', text: '高等数学 91' }] }) }
  const given = broken && seam.turn ? Object.defineProperties(turn, Object.getOwnPropertyDescriptors(seam.turn(broken))) : turn
  let ended = false
  const call = world.call('probe.act', { text: 'x' }, { account, turn: given }).finally(() => { ended = true })
  for (const wait of [0, 0, 2_001, 605_001]) if (!ended) await world.clock.advance(wait)
  expect(ended, 'it ends within the limits of its steps').toBe(true)
  rules.broken = undefined
  const outcome = await call
  const pending = world.approvals.pending().length
  return { outcome, ran: ran.length, rows: world.audit(), pending }
}

/** Step × fault: `d` for a denial on record, `-` for what is no fault there, `.` for what was not tried; and what the denials were called. */
const denied = new Map<string, Map<string, string>>()
afterAll(() => {
  const names = Object.keys(faults)
  const rows = [...denied].map(([what, codes]) => {
    const legal = seams.find(({ step, part }) => what.startsWith(row(step, part)))?.answers ?? []
    return `${what}  ${names.map((name) => (codes.has(name) ? 'd' : legal.includes(name) ? '-' : '.')).join('  ')}  ${[...new Set(codes.values())].join(' ')}`
  })
  console.log([names.map((name, at) => `${String.fromCodePoint(65 + at)} ${name}`).join(', '), `${''.padEnd(40)}  ${names.map((_, at) => String.fromCodePoint(65 + at)).join('  ')}`, ...rows].join('\n'))
})
const row = (step: string, part: string): string => `${step.padEnd(8)} ${part.padEnd(25)}`

const cells = seams.flatMap((seam) => effects.filter((effect) => (seam.step !== 'ask' && seam.step !== 'intent') || effect === 'write').filter((effect) => !seam.granted || effect === 'write')
  .flatMap((effect) => Object.entries(faults).filter(([name]) => !(seam.answers ?? []).includes(name)).map(([name, fault]) => ({ seam, effect, name, fault }))))

describe('the same call with every part whole runs', () => {
  it.each([['write', {}], ['read', {}], ['write', { granted: true }], ['write', { away: true }], ['read', { away: true }]] as const)('a %s %j', async (effect, given) => {
    const { outcome, ran } = await play({ step: '', part: '', ...given }, undefined, effect)
    expect(outcome).toMatchObject({ ok: true, grant: 'granted' in given ? 'g1' : undefined })
    expect(ran).toBe(1)
  })
})

describe('a fault in deciding is a denial with a record', () => {
  it.each(cells.map((cell) => [cell.seam.step, cell.seam.part, cell.name, cell.effect, cell] as const))('%s: %s, %s (%s)', async (_, __, ___, ____, { seam, effect, name, fault }) => {
    const { outcome, ran, rows, pending } = await play(seam, fault, effect)
    const { code } = errorOf(outcome)
    const what = `${row(seam.step, seam.part)} ${effect.padEnd(5)}`
    denied.set(what, (denied.get(what) ?? new Map<string, string>()).set(name, code))
    expect(ran).toBe(0)
    expect(pending).toBe(0)
    expect(rows.at(-1)).toMatchObject({ kind: 'outcome', detail: { ok: false, code } })
  })
})
