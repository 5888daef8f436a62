/**
 * A process of its own that writes to a store until it is killed or has written enough, bundled and started by
 * `store-process.test.ts`. Arguments: the database, a name for its intents, and how many rounds.
 * Each line it prints is an acknowledgement: what it names was written before.
 */
import { writeSync } from 'node:fs'
import { systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'

const [path = '', name = '', rounds = '0'] = process.argv.slice(2)
const store = openStore(path, { clock: systemClock, chance: systemChance })
const acknowledge = (line: string) => writeSync(1, `${line}\n`)

for (let round = 1; round <= Number(rounds); round += 1) {
  const callId = `${name}-${round}`
  store.intents.begin({ callId, tool: 'treehole.post', account: undefined, effect: 'public', argsDigest: 'd' })
  acknowledge(`begun ${callId}`)
  const row = store.audit.append({ kind: 'intent', callId, detail: { round } })
  acknowledge(`row ${row.seq} ${row.hash}`)
  if (round % 2 === 0) {
    store.transaction(() => {
      store.intents.settle(callId, 'done')
      store.audit.append({ kind: 'outcome', callId, detail: { outcome: 'done' } })
    })
    acknowledge(`settled ${callId}`)
  }
}
store.close()
