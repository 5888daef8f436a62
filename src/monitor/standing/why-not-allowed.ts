import type { GrantRow } from '../../host/store/store.ts'
import { type ArgumentSchema, fitsSchema } from '../../rules/argument-schema.ts'
import { sameJson } from '../../rules/canonical.ts'
import { whyOver } from '../../rules/grant.ts'
import { isObject, type Json, own } from '../../rules/json.ts'
import { allowFileWords as w } from '../../rules/words/monitor.ts'
import { say } from '../../rules/words/say.ts'
import type { Words } from '../../sdk/index.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { AllowEntry } from '../call-request.ts'
import type { OpenHouse } from '../house.ts'
import { importedLine } from './grants.ts'

/** How near an entry came to the call, and what it lacked; words are made of it only where it is the nearest. */
interface Lack { readonly near: number; readonly words: Words }

/**
 * Why no entry of the allow-file that the caller named spoke for a call which has to be approved: the entry that came
 * nearest, and what it lacked. Undefined where no file was named. It explains a refusal and decides nothing.
 */
export function whyNotAllowed(call: CallInProgress, house: OpenHouse): Words | undefined {
  const { allow, tool } = call.request
  if (allow === undefined) return undefined
  const rows = house.store.grants.list()
  const lacks = allow.filter((entry) => entry.tool === tool).map((entry) => lackOf(entry, rows.find(({ id }) => id === entry.grantId), call, house))
  return lacks.toSorted((a, b) => b.near - a.near)[0]?.words ?? filled('otherTool', { tool })
}

function lackOf(entry: AllowEntry, row: GrantRow | undefined, call: CallInProgress, house: OpenHouse): Lack {
  const imported = row && importedLine(row)
  if (!imported) return { near: 0, words: w.notImported }
  const { line: { args, schema = {}, uses, expires }, terms } = imported
  const other = differing(args, schema, call.frozen.get().canonical)
  if (other.length > 0) return { near: 1, words: filled('otherArguments', { names: other.join(', ') }) }
  const over = whyOver(terms, house.clock.now())
  if (over) return { near: 2, words: { revoked: w.revoked, expired: filled('expired', { when: expires }), 'used-up': filled('usedUp', { uses }) }[over] }
  const { reasons } = call.decided.get().decision
  if (reasons.some(({ rule }) => rule === 'R4')) return { near: 3, words: w.consent }
  return { near: 3, words: reasons.some(({ rule }) => rule === 'R6') ? w.ceiling : w.other }
}

/** Names of the arguments that are not as the entry has them. */
function differing(wanted: Readonly<Record<string, Json>>, bounds: Readonly<Record<string, ArgumentSchema>>, canonical: string): string[] {
  const given: unknown = JSON.parse(canonical)
  const valueOf = (name: string): unknown => (isObject(given) ? own(given, name) : undefined)
  const same = ([name, value]: readonly [string, Json]): boolean => valueOf(name) !== undefined && sameJson(valueOf(name), value)
  return [
    ...Object.entries(wanted).filter((one) => !same(one)).map(([name]) => name),
    ...Object.entries(bounds).filter(([name, schema]) => !fitsSchema(valueOf(name), schema)).map(([name]) => name),
  ]
}

const filled = (word: keyof typeof w, params: Readonly<Record<string, string | number>>): Words => ({ zh: say(w[word], 'zh', params), en: say(w[word], 'en', params) })
