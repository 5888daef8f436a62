import { afterAll, describe, expect, it } from 'vitest'
import { services } from '../../../src/host/campus/services/all-services.ts'
import { isSignedIn } from '../../../src/host/campus/services/service.ts'
import { padTo, widthOf } from '../../../src/terminal/cli/width.ts'
import { expiryRows, runOf } from './expiries.ts'
import { actOf, outcomeRows } from './outcomes.ts'

/** Two tables of what the harness did, for `npm run report:campus`; each row is a run against the simulated campus. */
const acts: string[][] = []
const runs: string[][] = []

describe('every outcome of IAAA', () => {
  it.each(outcomeRows.map((row) => [row.when, row] as const))('%s', async (when, row) => {
    const seen = await actOf(row)
    acts.push([when, seen.outcome, seen.code, String(seen.exit), String(seen.logins), seen.next])
    expect(seen).toMatchObject({ outcome: row.outcome, code: row.code, logins: row.logins })
    expect(seen.code === 'ok' || (seen.exit > 1 && seen.next !== '')).toBe(true)
  })

  it('is in the table', () => {
    const all: Readonly<Record<(typeof outcomeRows)[number]['outcome'], true>> = {
      ok: true, 'bad-credentials': true, 'captcha-needed': true, 'sms-needed': true, 'otp-needed': true, 'bind-otp-first': true, 'not-activated': true, 'weak-password': true,
      'bad-redirect': true, 'locked-until': true, 'upstream-error': true, 'network-before-send': true, 'network-after-send': true,
    }
    expect([...new Set(outcomeRows.map(({ outcome }) => outcome))].sort()).toEqual(Object.keys(all).sort())
  })
})

describe('every sign that a session is over', () => {
  it.each(expiryRows.map((row) => [row.service, row.signal, row] as const))('%s: %s', async (service, signal, row) => {
    const seen = await runOf(row)
    runs.push([service, signal, seen.read, seen.write])
    expect(seen).toEqual({ read: row.readDone, write: row.write?.done ?? '' })
  })

  it('is in the table, one or more for each service with a sign-in', () => {
    const asked = new Set(expiryRows.map(({ service }) => service))
    expect([...services.values()].filter(isSignedIn).map(({ id }) => id).filter((id) => !asked.has(id))).toEqual([])
  })
})

afterAll(() => {
  console.log([
    ...table(['IAAA', 'outcome', 'error', 'exit', 'oauthlogin.do', 'next step'], acts), '', ...table(['service', 'sign that the session is over', 'a read by GET', 'anything else'], runs),
  ].join('\n'))
})

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))))
  return all.map((row) => row.map((cell, at) => padTo(cell, widths[at] ?? 0)).join('  ').trimEnd())
}
