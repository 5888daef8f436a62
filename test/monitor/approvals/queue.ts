import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'
import type { Approvals, Card } from '../../../src/monitor/approvals/approvals.ts'
import { createApprovals } from '../../../src/monitor/approvals/create-approvals.ts'
import { type FakeClock, fakeClock } from '../world/fake-clock.ts'

export interface Queue extends Disposable {
  readonly approvals: Approvals
  readonly store: Store
  readonly clock: FakeClock
  card(given?: Partial<Card>): Card
  /** The same database, as the next daemon finds it. */
  restart(): Approvals
}

/** A queue over a real database. */
export function makeQueue(): Queue {
  const place = mkdtempSync(join(tmpdir(), 'approvals-'))
  const clock = fakeClock()
  const store = openStore(join(place, 'harness.db'), { clock, chance: systemChance })
  let made = 0
  return {
    store, clock,
    approvals: createApprovals({ store, clock }),
    restart: () => createApprovals({ store, clock }),
    card: (given = {}) => {
      const id = `card-${++made}`
      return {
        id, callId: `call-${made}`, client: 'asker', principal: 'agent', account: '2500000001',
        plugin: { id: 'treehole', trust: 'bundled', contentHash: 'a'.repeat(64) }, tool: 'treehole.post', definitionDigest: 'b'.repeat(64), effect: 'write',
        goesTo: ['campus:treehole treehole.pku.edu.cn'], args: '{"text":"你好"}', argsDigest: 'c'.repeat(64), provenance: [{ path: 'text', from: 'model' }],
        tainted: false, reasons: [{ rule: 'R5', code: 'effectAsks' }], answers: ['once', 'session', 'always', 'deny'], freeable: ['text'], confirm: undefined, typed: undefined,
        createdAt: clock.now(), expiresAt: clock.now() + 600_000, ...given,
      }
    },
    [Symbol.dispose]: () => { store.close(); rmSync(place, { recursive: true, force: true }) },
  }
}
