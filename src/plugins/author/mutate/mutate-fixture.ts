import { canonicalJson } from '../../../rules/canonical.ts'
import { isMap, type Json, isList } from '../../../rules/json.ts'
import type { DocumentFiles } from '../../document/document-files.ts'
import type { Fixture } from '../fixture.ts'
import type { Changes, Outcome, Replayer } from '../replay.ts'
import { responseOf } from '../replay-client.ts'
import { type Change, changePage } from './change-page.ts'
import { hollowAt } from './hollow.ts'
import { bounded } from '../bounded.ts'
import { htmlTargets } from './html-targets.ts'
import { changeKey, jsonTargets } from './json-targets.ts'
import { observeJobs, withPage } from './observe-jobs.ts'

/** A change of a page that the tool did not tell of. */
export interface Survivor {
  readonly fixture: string
  readonly tool: string
  /** A selector, an attribute, a header or a key of JSON, as its author wrote it. */
  readonly what: string
  readonly kind: 'selector' | 'attribute' | 'header' | 'key'
  readonly change: Change
  /** All of what it matched, or one alone. */
  readonly of: 'all' | 'one'
  /** The answer said nothing at this place; or it failed otherwise than `site-changed`. */
  readonly how: { readonly hollow: string } | { readonly fails: string }
}
export interface Mutated { readonly changes: number; readonly survivors: readonly Survivor[] }

/** Elements of one selector that are changed one by one; of more, these first. */
const most = 30
const changes = ['removed', 'renamed'] as const

/**
 * Changes the recorded pages, one thing at a time, and runs the tool on each: whatever a selector matched, each header a table
 * was read by, each key of a JSON answer. What changes nothing was not read. A recording that fails by itself is left alone.
 */
export async function mutateFixture(fixture: Fixture, files: DocumentFiles, replayer: Replayer): Promise<Mutated> {
  const { extractor, jobs } = observeJobs()
  const whole = await replayer.run(fixture, { extractor })
  if (!whole.ok) return { changes: 0, survivors: [] }
  const survivors = new Map<string, Survivor>()
  let count = 0
  const ask = async (mutant: Omit<Survivor, 'fixture' | 'tool' | 'how'>, changed: Fixture, instead: Changes, isOtherPage = false): Promise<void> => {
    const outcome = await replayer.run(changed, instead)
    if (outcome.ok && canonicalJson(outcome.result) === canonicalJson(whole.result)) return
    count += 1
    const how = outcome.ok && isOtherPage ? undefined : survival(whole.result, outcome)
    const key = `${mutant.kind} ${mutant.what}`
    if (how && !survivors.has(key)) survivors.set(key, { fixture: fixture.name, tool: fixture.tool, ...mutant, how })
  }
  const optional = new Set(fixture.optional)
  const pages = new Set(jobs.flatMap(({ source }) => (source.kind === 'html' ? [source.html] : [])))
  for (const html of pages) {
    const specs = jobs.flatMap(({ source, spec }) => (source.kind === 'html' && source.html === html ? [spec] : []))
    for (const target of bounded(() => htmlTargets(html, specs))) {
      if (optional.has(target.name)) continue
      const sets = [{ of: 'all' as const, places: target.places }, ...(target.places.length > 1 ? target.places.slice(0, most).map((place) => ({ of: 'one' as const, places: [place] })) : [])]
      for (const { of, places } of sets) {
        for (const change of changes) await ask({ what: target.name, kind: target.kind, change, of }, fixture, { extractor: withPage(html, changePage(html, target, places, change)) }, target.rows && of === 'one')
      }
    }
  }
  for (const [index, { response }] of fixture.exchanges.entries()) {
    const json = jsonOf(responseOf(response, files, { url: 'https://x/' }).json)
    if (json === undefined) continue
    for (const { name, count: times } of jsonTargets(json)) {
      if (optional.has(name) || optional.has(name.split('.').at(-1) ?? '')) continue
      for (const of of times > 1 ? ['all', 'one'] as const : ['all'] as const) {
        for (const change of changes) {
          const changed = { ...response, body: undefined, text: undefined, json: changeKey(json, name, change, of === 'all' ? 'all' : 'first') }
          await ask({ what: name, kind: 'key', change, of }, { ...fixture, exchanges: fixture.exchanges.map((one, at) => (at === index ? { ...one, response: changed } : one)) }, {})
        }
      }
    }
  }
  return { changes: count, survivors: [...survivors.values()] }
}

function survival(whole: Json, outcome: Outcome): Survivor['how'] | undefined {
  if (!outcome.ok) return outcome.fails === 'site-changed' ? undefined : { fails: outcome.fails }
  const hollow = hollowAt(whole, outcome.result)
  return hollow === undefined ? undefined : { hollow }
}

/** What `parseJson` gave is JSON; only lists and maps have keys. */
const jsonOf = (value: unknown): Json | undefined => (isMap(value as Json) || isList(value as Json) ? value as Json : undefined)
