import { expect, it } from 'vitest'
import { effects } from '../../src/sdk/index.ts'
import { type Destination, type Outcome, type Principal, trusts, type Trust } from '../../src/rules/call.ts'
import { decide } from '../../src/rules/decide.ts'
import { noEffectSettings } from '../../src/rules/effect-settings.ts'
import { call, campus, context, local, remote, tainted, website } from './question.ts'

/**
 * Must be seen 10: every combination of principal, trust, effect, destination, taint and consent, against an expectation
 * that is written here by hand from the page and calls nothing of the code it checks.
 */
const principals: readonly Principal[] = ['user', 'agent', 'script', 'schedule', 'bridge', 'plugin:notes']
const places: Readonly<Record<string, Destination>> = { local, campus, website, remote }

interface Row {
  readonly principal: Principal
  readonly trust: Trust
  readonly effect: string
  readonly place: string
  readonly taint: boolean
  readonly agreed: boolean
}

/** R5 as the page draws it: trust, then read, write here, write elsewhere, money, public. `+` runs, `?` asks. */
const page = ['bundled   + + ? ? ?', 'official  + + ? ? ?', 'community + ? ? ? ?', 'remote    + ? ? ? ?'].map((line) => line.split(/ +/))
const cell = ({ trust, effect, place }: Row): string => {
  const column = effect === 'write' ? (place === 'local' ? 2 : 3) : ['', 'read', '', '', 'money', 'public'].indexOf(effect)
  return page.find(([name]) => name === trust)?.[column] ?? 'missing'
}

/** Rules of thumb, each a sentence of the page. */
function expected(row: Row): Outcome {
  if (row.principal === 'schedule' && row.effect !== 'read') return 'deny'
  const byThePerson = row.principal === 'user'
  const ours = row.trust === 'bundled' || row.trust === 'official'
  const asksForConsent = !row.agreed && !byThePerson
  const asksForTaint = (row.taint || row.principal === 'bridge') && row.effect !== 'read'
  // R7: an outside client's context counts as private, and nobody knows what it chose.
  const asksForEgress = row.principal === 'bridge' && (row.place === 'remote' || (row.place === 'website' && !ours))
  const asksForEffect = byThePerson && ours && row.effect === 'write' ? false : cell(row) !== '+'
  return asksForConsent || asksForTaint || asksForEgress || asksForEffect ? 'ask' : 'allow'
}

function decided(row: Row): Outcome {
  const destination = places[row.place] ?? local
  const effect = effects.find((one) => one === row.effect) ?? 'public'
  const parts = { unconsented: row.agreed ? [] : [destination], atTerminal: row.principal === 'user', thirdPartySpan: row.taint }
  const question = call({ trust: row.trust, effect, destinations: [destination] }, { principal: row.principal })
  return decide(question, row.taint ? tainted(parts) : context(parts), [], noEffectSettings).outcome
}

const rows: readonly Row[] = principals.flatMap((principal) => trusts.flatMap((trust) => effects.flatMap((effect) =>
  Object.keys(places).flatMap((place) => [false, true].flatMap((taint) => [true, false].map((agreed) => ({ principal, trust, effect, place, taint, agreed })))))))

it('every row of the table is as the page says (must be seen 10)', () => {
  expect(page.every((line) => line.length === 6)).toBe(true)
  expect(rows).toHaveLength(6 * 4 * 4 * 4 * 2 * 2)
  print()
  const wrong = rows.flatMap((row) => (decided(row) === expected(row) ? [] : [{ ...row, decided: decided(row), expected: expected(row) }]))
  expect(wrong).toEqual([])
})

it('the table tells all three outcomes apart, so a decision that never changes would fail it', () => {
  const count = (outcome: Outcome) => rows.filter((row) => expected(row) === outcome).length
  expect({ allow: count('allow') > 200, ask: count('ask') > 200, deny: count('deny') > 100 }).toEqual({ allow: true, ask: true, deny: true })
})

/** One line a principal, trust and effect; four letters a destination: clean, clean without consent, tainted, tainted without consent. */
function print(): void {
  const letter = { allow: '+', ask: '?', deny: 'x' }
  const names = Object.keys(places)
  const lines = principals.flatMap((principal) => trusts.flatMap((trust) => effects.map((effect) => {
    const cells = names.map((place) => rows.filter((row) => row.principal === principal && row.trust === trust && row.effect === effect && row.place === place).map((row) => letter[decided(row)]).join(''))
    return [principal.padEnd(13), trust.padEnd(10), effect.padEnd(7), ...cells.map((text) => text.padEnd(8))].join('')
  })))
  const head = ['principal'.padEnd(13), 'trust'.padEnd(10), 'effect'.padEnd(7), ...names.map((name) => name.padEnd(8))].join('')
  process.stdout.write(`\ndecide(): + allow, ? ask, x deny; in each place: clean, clean and not agreed, tainted, tainted and not agreed\n${head}\n${lines.join('\n')}\n`)
}
