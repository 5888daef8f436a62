import type { Store } from '../../../src/host/store/store.ts'
import type { House } from '../../../src/monitor/house.ts'
import { createMonitor } from '../../../src/monitor/create-monitor.ts'
import type { Monitor } from '../../../src/monitor/monitor.ts'
import type { Principal } from '../../../src/rules/call.ts'
import { forcedMonitor } from '../stage/forced-monitor.ts'
import type { Parts } from './fuzz-house.ts'
import type { Wrong } from './oracle.ts'
import type { Sequence } from './run-sequences.ts'
import { privateValue } from './tool-set.ts'

/** A house with one thing wrong in it, and the calls over the small set of tools that show it. */
export interface Planted { readonly name: string; readonly parts: Partial<Parts>; readonly sequence: Sequence }

type Tried = readonly [tool: string, args?: unknown]
const calls = (principal: Principal, ...tried: readonly Tried[]): Sequence => ({ principal, words: '看看树洞', person: 'none', calls: tried.map(([tool, args = { text: 'x' }]) => ({ tool, args })) })
const grades: Tried = ['own.grades', { a: true }]
const posts: Tried = ['own.posts', { a: true }]
const carried: Tried = ['mcp-x.look', { text: privateValue }]
const figure: Tried = ['mcp-x.figure', { figure: '4' }]

const forced = { name: 'every decision is to allow', parts: { monitor: forcedMonitor } }
const losing = { name: 'absorb loses the labels', parts: { monitor: losingLabels } }

/** Of each thing that is looked for a house that does it: a look that finds nothing there would find nothing anywhere. */
export const planted: Readonly<Record<Wrong, readonly Planted[]>> = {
  'a tool that is not ready ran': [{ name: 'a tool’s state is lost', parts: { tool: (tool) => ({ ...tool, facts: { ...tool.facts, state: 'ready' } }) }, sequence: calls('user', ['gone.note']) }],
  'a tool of the person’s alone ran for somebody else': [{ ...forced, sequence: calls('agent', ['own.approve']) }],
  'something ran after three denials in a row': [{ ...forced, sequence: calls('agent', ['gone.note'], ['gone.note'], ['gone.note'], posts) }],
  'a schedule did something': [{ ...forced, sequence: calls('schedule', ['own.note']) }],
  'a schedule went to a third party with private data about': [{ ...forced, sequence: calls('schedule', grades, figure) }, { ...losing, sequence: calls('schedule', grades, figure) }],
  'an effect ran unapproved': [{ ...forced, sequence: calls('agent', ['own.publish']) }, { ...losing, sequence: calls('user', posts, ['own.note']) }],
  'an outside client got private data unapproved': [{ ...forced, sequence: calls('bridge', grades) }],
  'a private value went to a third party without a card': [{ ...forced, sequence: calls('agent', grades, carried) }, { ...losing, sequence: calls('agent', grades, carried) }],
  'no intent before an effect': [{ name: 'an intent is written when all is over', parts: { store: lateIntents }, sequence: calls('user', ['own.note']) }],
  'a tainted record was kept as trusted': [{ ...losing, sequence: calls('user', posts, ['own.remember']) }],
  'a marked record does not wait': [{ name: 'what is kept is kept as saved', parts: { store: savesAll }, sequence: calls('agent', posts, ['own.remember']) }],
  'one call ran more than once': [{ name: 'a tool is run twice', parts: { tool: (tool) => ({ ...tool, run: async (args, ctx) => { await tool.run(args, ctx); return tool.run(args, ctx) } }) }, sequence: calls('agent', posts) }],
  'a result of nothing that ran': [{ name: 'a tool is answered for', parts: { tool: (tool) => ({ ...tool, run: async () => ({ done: true }) }) }, sequence: calls('agent', posts) }],
  'not one record of the outcome': [
    { name: 'no outcome is written', parts: { store: (store) => ({ ...store, audit: { ...store.audit, appendAll: (entries) => store.audit.appendAll(entries.filter(({ kind }) => kind !== 'outcome')) } }) }, sequence: calls('agent', posts) },
    { name: 'each row is written twice', parts: { store: (store) => ({ ...store, audit: { ...store.audit, appendAll: (entries) => store.audit.appendAll([...entries, ...entries]) } }) }, sequence: calls('agent', posts) },
  ],
  'too many bits without a card': [{ ...forced, sequence: calls('agent', grades, figure, figure, figure) }, { ...losing, sequence: calls('agent', grades, figure, figure, figure) }],
}

/** What is read leaves no label behind. */
function losingLabels(house: House): Monitor {
  const real = createMonitor(house)
  return {
    invoke: (request) => real.invoke({ ...request, turn: request.turn && { ...request.turn, absorb: () => undefined } }),
  }
}

function lateIntents(store: Store): Store {
  const begun = new Map<string, Parameters<typeof store.intents.begin>[0]>()
  return {
    ...store,
    intents: {
      ...store.intents,
      begin: (row) => { begun.set(row.callId, row) },
      settle(callId, outcome) {
        const row = begun.get(callId)
        if (row) store.intents.begin(row)
        store.intents.settle(callId, outcome)
      },
    },
  }
}

function savesAll(store: Store): Store {
  return { ...store, records: { ...store.records, put: (owner, row) => store.records.put(owner, { ...row, status: 'saved' }) } }
}
