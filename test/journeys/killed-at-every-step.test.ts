import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/terminal/client/connect.ts'
import { connectTo } from './database.ts'
import acts, { actPath } from './failpoints/acts.ts'
import { arm, buildFailingDaemon, disarm, type FailingDaemon, type Life } from './failpoints/failing-daemon.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * Must be seen 7: kill -9 at every step of `invoke` for each effect, until a call comes through and none is left. At most one
 * execution where it is received, none without a decision and an intent on the disk, `unknown` where nobody saw its end, and
 * the daemon after it repeats nothing.
 */

let stage: Stage
let daemon: FailingDaemon
beforeAll(async () => { [stage, daemon] = await Promise.all([openStage(), buildFailingDaemon()]) })
afterAll(async () => { await stage[Symbol.asyncDispose](); daemon.remove() })

interface Row { readonly kind: string; readonly call_id: string | null; readonly detail: string }
interface Intent { readonly call_id: string; readonly tool: string; readonly outcome: string | null }
/** What an outsider finds in the file while no daemon lives: what is really on the disk. */
function onDisk() {
  using tables = connectTo(join(stage.places.data, 'harness.db'))
  return {
    rows: tables.rows('audit') as Row[], intents: tables.rows('intents') as Intent[],
    memories: (tables.rows('records') as { value: string }[]).map(({ value }) => value),
  }
}

interface Act { readonly tool: string; readonly args: (mark: string) => Readonly<Record<string, string>>; readonly executions: (mark: string, memories: readonly string[]) => number }
const received = (mark: string): number => stage.campus.recorder.all().filter(({ path, query, body }) => (path === actPath && body === `mark=${mark}`) || query['mark'] === mark).length
const cases: readonly Act[] = [
  ...Object.keys(acts.tools).map((name): Act => ({ tool: `acts.${name}`, args: (mark) => ({ mark }), executions: received })),
  // An act whose receiving end is this machine: a record of the store.
  { tool: 'memory.save', args: (mark) => ({ text: mark }), executions: (mark, memories) => memories.filter((value) => value.includes(mark)).length },
]

/** The person calls and says yes to the card as soon as it is there. */
async function callAndApprove(client: Client, { tool, args }: Act, mark: string): Promise<boolean> {
  client.on('approval', ({ kind, card, digest }) => {
    if (kind === 'asked') client.request('approvals.answer', { id: card.id, digest, answer: 'once', ...(card.typed === undefined ? {} : { note: card.typed }) }).catch(() => undefined)
  })
  await client.request('approvals.watch', {})
  return client.request('call', { tool, args: args(mark), shown: [] }).then(({ ok }) => ok, () => false)
}

/** Calls of which the file told before: a call that was killed before its first row has none of its own. */
const before = new Set<string>()
const table: string[] = []
afterAll(() => { console.log(['effect        killed  executed  unknown  not begun  killed at', ...table].join('\n')) })

describe('killed with -9 at every step of a call', { timeout: 1_800_000 }, () => {
  it.each(cases.map((act) => [act.tool, act] as const))('%s', async (tool, act) => {
    const effect = tool === 'memory.save' ? 'write' : tool.slice('acts.'.length)
    const seen = { killed: 0, executed: 0, unknown: 0, notBegun: 0 }
    const died: string[] = []
    let life: Life = await daemon.start(stage.env)
    for (let at = 1; ; at++) {
      const mark = `${effect}-${tool.length}-${at}`
      const client = await stage.person()
      arm(stage.home, at)
      const done = await callAndApprove(client, act, mark)
      client.close()
      const places = disarm(stage.home)
      if (done && places.length < at) break
      expect(await life.gone, places.at(-1)).toBe('SIGKILL')
      seen.killed++
      died.push(places.at(-1) ?? '?')

      const dead = onDisk()
      const times = act.executions(mark, dead.memories)
      const call = dead.rows.findLast(({ kind, detail }) => (kind === 'call.resolved' || kind === 'outcome') && detail.includes(`"tool":"${tool}"`))?.call_id
      const ofCall = dead.rows.filter(({ call_id }) => call_id !== null && call_id === call)
      const intent = dead.intents.find(({ call_id }) => call_id === call)
      const where = `${tool} killed ${places.at(-1)} (place ${at})`
      expect(times, where).toBeLessThanOrEqual(1)
      const isNew = (intentOrRow: unknown): boolean => intentOrRow !== undefined && !before.has(call ?? '')
      if (effect !== 'read' && times > 0) {
        expect(isNew(intent), `${where}: executed with its intent on the disk`).toBe(true)
        const decided = ofCall.find(({ kind }) => kind === 'call.decided')
        expect(decided?.detail, `${where}: executed with its decision on the disk`).toMatch(/"decision":"(?:allow|ask)"/)
        if (decided?.detail.includes('"ask"')) expect(ofCall.find(({ kind }) => kind === 'approval.answered')?.detail, where).toContain('"approved"')
      }

      life = await daemon.start(stage.env)
      const again = onDisk()
      const after = intent && isNew(intent) ? again.intents.find(({ call_id }) => call_id === call)?.outcome : undefined
      if (intent && isNew(intent)) expect(after, `${where}: settled as it was, else unknown`).toBe(intent.outcome ?? 'unknown')
      else expect(effect === 'read' || times === 0, `${where}: without an intent nothing happened`).toBe(true)
      expect(act.executions(mark, again.memories), `${where}: not repeated`).toBe(times)
      seen.executed += times
      if (after === 'unknown') seen.unknown++
      if (times === 0 && after === undefined) seen.notBegun++
      if (call) before.add(call)
    }
    const client = await stage.person()
    expect(await client.request('audit.verify', {})).toMatchObject({ ok: true })
    client.close()
    process.kill(life.pid, 'SIGTERM')
    await life.gone
    table.push(`${tool.padEnd(13)} ${String(seen.killed).padStart(6)} ${String(seen.executed).padStart(9)} ${String(seen.unknown).padStart(8)} ${String(seen.notBegun).padStart(10)}  ${runs(died)}`)
    // Every step was one of the places, and it was not always too early or too late.
    expect(new Set(died.filter((name) => name.startsWith('before '))).size).toBe(12)
    expect(seen.executed).toBeGreaterThan(0)
    expect(seen.executed).toBeLessThan(seen.killed)
    if (effect !== 'read') expect(seen.unknown).toBeGreaterThan(0)
  })
})
const runs = (names: readonly string[]): string => names.map((name) => name.replace('before ', '')).join(', ')
