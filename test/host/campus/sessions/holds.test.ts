import { describe, expect, it } from 'vitest'
import type { FailedOutcome } from '../../../../src/host/campus/iaaa/outcomes.ts'
import { coolDownMs, openHolds } from '../../../../src/host/campus/sessions/holds.ts'

const now = 1_790_000_000_000
const account = '2500000001'
const wrong: FailedOutcome = { outcome: 'bad-credentials', message: '' }
const unsure: FailedOutcome = { outcome: 'network-after-send', message: '' }
const locked: FailedOutcome = { outcome: 'locked-until', until: now + 30 * 60_000, message: '' }
const choice: FailedOutcome = { outcome: 'upstream-error', code: 'CHOICE_NEEDED', message: '', service: 'portal' }
const broken: FailedOutcome = { outcome: 'upstream-error', code: 'E41', message: '' }

/** Which outcome stands in the way of a service after these, at moments from `now` on. */
function standing(outcomes: readonly FailedOutcome[], after: number, service = 'portal'): string {
  const holds = openHolds()
  for (const outcome of outcomes) holds.note(account, 'portal', outcome, now)
  return holds.standing(account, service, now + after)?.outcome ?? 'nothing'
}

describe('what keeps the host from signing in by itself', () => {
  it.each<[string, readonly FailedOutcome[], number, string]>([
    ['a wrong password, for good', [wrong], 1e12, 'bad-credentials'],
    ['a choice to make, for good', [choice], 1e12, 'upstream-error'],
    ['a lock, until it is over', [locked], 30 * 60_000 - 1, 'locked-until'],
    ['no lock that is over', [locked], 30 * 60_000, 'nothing'],
    ['an unsure end, for a minute', [unsure], coolDownMs - 1, 'network-after-send'],
    ['no unsure end of a minute ago', [unsure], coolDownMs, 'nothing'],
    ['two of them, for twice as long', [unsure, unsure], 2 * coolDownMs - 1, 'network-after-send'],
    ['a wrong password, though an unsure end came after it', [wrong, unsure], coolDownMs, 'bad-credentials'],
    ['a wrong password, though a lock came after it and is over', [wrong, locked], 31 * 60_000, 'bad-credentials'],
    ['a lock that came after a wrong password, while it lasts', [wrong, locked], 0, 'locked-until'],
    ['a lock, though an unsure end came after it', [locked, unsure], coolDownMs, 'locked-until'],
    ['nothing where no byte left', [{ outcome: 'network-before-send', message: '' }], 0, 'nothing'],
  ])('is %s', (_, outcomes, after, expected) => {
    expect(standing(outcomes, after)).toBe(expected)
  })

  it('is an account’s for all its services, and a service’s own failure is that service’s', () => {
    expect([standing([wrong], 0, 'treehole'), standing([broken], 0, 'treehole'), standing([broken], 0)]).toEqual(['bad-credentials', 'nothing', 'upstream-error'])
  })

  it('is lifted whole', () => {
    const holds = openHolds()
    for (const outcome of [wrong, locked, unsure, broken]) holds.note(account, 'portal', outcome, now)
    holds.lift(account)
    expect(holds.standing(account, 'portal', now)).toBeUndefined()
  })

  it('a choice that one service waits for holds no other, and is lifted by a sign-in to it alone, or with all', () => {
    const holds = openHolds()
    const stands = (service: string) => holds.standing(account, service, now)?.outcome
    holds.note(account, 'elective', choice, now)
    holds.note(account, 'elective', wrong, now)
    holds.lift(account, 'treehole')
    expect([stands('elective'), stands('treehole')]).toEqual(['upstream-error', undefined])
    holds.lift(account, 'elective')
    expect(stands('elective')).toBeUndefined()
    holds.note(account, 'elective', choice, now)
    holds.lift(account)
    expect(stands('elective')).toBeUndefined()
  })
})
