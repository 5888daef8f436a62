import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Clock, systemChance, systemClock } from '../../src/host/clock/clock.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import type { Store } from '../../src/host/store/store.ts'
import { fastStore } from './fuzz/fast-store.ts'

const asked = { callId: 'call', tool: 'own.note', digest: 'ab', card: { text: 'x' }, createdAt: 1_000, expiresAt: 2_000 }

it('the fast store answers of approvals and consents as the real one does', () => {
  const place = mkdtempSync(join(tmpdir(), 'fast-store-'))
  try {
    let at = 1_000
    const clock: Clock = { ...systemClock, now: () => at }
    const real = openStore(join(place, 'harness.db'), { clock, chance: systemChance })
    for (const [account, destination] of [['2500000001', 'campus board'], ['2500000002', 'remote mcp-x'], ['*', 'local']] as const) real.consents.accept({ account, plugin: 'own', destination })
    const { store: fast } = fastStore(real, clock)
    const answers = ({ approvals, consents }: Store): unknown => {
      at = 1_000
      for (const id of ['yes', 'no', 'late', 'open']) approvals.create({ ...asked, id })
      const now = [approvals.answer('yes', 'approved', 'person', 'once'), approvals.answer('yes', 'denied', 'person', 'deny'), approvals.answer('no', 'denied', 'person', 'deny'), approvals.answer('none', 'denied', 'person', 'deny')]
      at = 2_000
      const later = [approvals.answer('late', 'approved', 'person', 'once'), approvals.answer('late', 'expired', 'clock', 'expire')]
      return {
        now, later, rows: ['yes', 'no', 'late', 'open', 'none'].map((id) => approvals.get(id)),
        agreed: [['2500000001', '*'], ['2500000002', '2500000002'], ['2500000003', '2500000003']].map(([one = '', other = '']) => [...consents.agreed('own', [one, other])].sort()), other: consents.agreed('club', ['2500000001', '*']),
      }
    }
    const said = answers(fast)
    expect(said).toEqual(answers(real))
    expect(said).toMatchObject({ now: [true, false, true, false], later: [false, true], agreed: [['campus board', 'local'], ['remote mcp-x'], []], other: [] })
    real.close()
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})
