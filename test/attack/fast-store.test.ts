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

it('the fast store keeps what is spent of a leak budget, and the records of a run, as the real one does', () => {
  const place = mkdtempSync(join(tmpdir(), 'fast-store-'))
  try {
    const real = openStore(join(place, 'harness.db'), { clock: { ...systemClock, now: () => 0 }, chance: systemChance })
    const { store: fast } = fastStore(real, systemClock)
    const answers = ({ leaks, records }: Store): unknown => {
      leaks.spend('one', ['mcp-x', 'club.example'], 3)
      leaks.spend('one', ['mcp-x'], 2)
      leaks.giveBack('one', ['mcp-x', 'never'], 4)
      leaks.giveBack('one', ['club.example'], 4)
      const owner = { account: '2500000001', plugin: 'own' }
      const put = (['saved', 'pending', 'forgotten'] as const).map((status) => records.put(owner, { id: status, kind: 'kept', value: { text: status }, status, source: 'x', labels: { untrusted: ['b', 'a'], private: [] } }))
      return {
        spent: leaks.of('one'), none: leaks.of('two'), put,
        got: [records.get(owner, 'kept', 'pending'), records.get(owner, 'kept', 'none'), records.get(owner, 'other', 'saved')], lists: [undefined, ['saved', 'pending'] as const].map((statuses) => records.list(owner, 'kept', statuses).map(({ id }) => id).sort()),
      }
    }
    expect(answers(fast)).toEqual(answers(real))
    real.close()
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})
