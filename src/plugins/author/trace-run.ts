import { serializeOuter } from 'parse5'
import { isList, type Json } from '../../rules/json.ts'
import type { Pick, Source, Spec } from '../document/extract/extract-types.ts'
import { type Element, finder, type Node } from '../document/extract/find-elements.ts'
import { parsePage } from '../document/extract/guarded-dom.ts'
import { nodeText } from '../document/extract/node-text.ts'
import type { StepTrace } from '../document/run/tracer.ts'
import { bounded } from './bounded.ts'
import type { Fixture } from './fixture.ts'
import { ownExtractor } from './offline-house.ts'
import type { Outcome, Replayer } from './replay.ts'
import { shownRequest } from './replay-client.ts'

/** One step as its author sees it. Values are cut; a whole one stands in the result. */
export interface TracedStep extends Omit<StepTrace, 'value'> {
  readonly value: string | undefined
  readonly requests: readonly { readonly request: string; readonly status: number; readonly bytes: number; readonly ms: number | undefined }[]
  readonly matched: readonly Matched[]
}
/** How many elements a selector matched, and the first of them; of a field, in all its rows together. */
export interface Matched { readonly what: string; readonly count: number; readonly first: string | undefined }
export interface Traced { readonly steps: readonly TracedStep[]; readonly outcome: Outcome }

/** Runs a recorded call and tells each step of it, in the order in which they ended. */
export async function traceRun(fixture: Fixture, replayer: Replayer): Promise<Traced> {
  const steps: TracedStep[] = []
  let matched: Matched[] = []
  let requests: TracedStep['requests'][number][] = []
  const outcome = await replayer.run(fixture, {
    heard: (asked, { status, bytes }, ms) => { requests.push({ request: shownRequest(asked), status, bytes: bytes.byteLength, ms }) },
    extractor: {
      ...ownExtractor,
      extract(source, spec, signal) { matched.push(...bounded(() => matchesOf(source, spec))); return ownExtractor.extract(source, spec, signal) },
    },
    tracer: {
      step({ value, ...step }) {
        steps.push({ ...step, value: value === undefined ? undefined : shownValue(value), requests, matched })
        requests = []
        matched = []
      },
    },
  })
  return { steps, outcome }
}

function matchesOf(source: Source, spec: Spec): readonly Matched[] {
  if (source.kind !== 'html') return []
  const page = parsePage(source.html)
  if (spec.kind === 'table') return ofTable(spec, page)
  return spec.kind === 'css' ? ofPick(spec.pick, [page], '') : []
}

/** The table, its rows with what the cells of the first say, and each header that was sought among all its cells. */
function ofTable({ select, columns }: Extract<Spec, { kind: 'table' }>, page: Node): readonly Matched[] {
  const found = finder(select).all(page)
  const [table] = found
  if (!table) return [told(select, found)]
  const rows = finder('tr').all(table)
  const cells = finder('th, td').all(table)
  const [first] = rows
  return [
    told(select, found),
    { what: `${select} tr`, count: rows.length, first: first && cut(finder('th, td').all(first).map((cell) => nodeText(cell, 'line')).join(' | ')) },
    ...Object.entries(columns).map(([name, { headers }]) => told(`${name}: ${headers.join(' | ')}`, cells.filter((cell) => headers.some((header) => bare(header) === bare(nodeText(cell, 'line')))))),
  ]
}
const bare = (text: string): string => text.replace(/\s+/g, '')

function ofPick(pick: Pick, at: readonly Node[], name: string): readonly Matched[] {
  const { select, take } = pick
  const rows = select === undefined ? undefined : at.map((node) => finder(select).all(node))
  const used = rows ? rows.flatMap((found) => (pick.many ? found : found.slice(0, 1))) : at
  return [
    ...(rows ? [told(name === '' ? select ?? '' : `${name}: ${select ?? ''}`, rows.flat())] : []),
    ...(take.kind === 'fields' ? Object.entries(take.fields).flatMap(([field, inner]) => ofPick(inner, used, name === '' ? field : `${name}.${field}`)) : []),
  ]
}

const told = (what: string, found: readonly Element[]): Matched => ({ what, count: found.length, first: found[0] && cut(serializeOuter(found[0]).replace(/\s+/g, ' ')) })

export const shownValue = (value: Json): string => cut(isList(value) ? `[${value.length}] ${JSON.stringify(value)}` : JSON.stringify(value))
/** Never half a character. */
const cut = (text: string): string => (text.length > 160 ? `${text.slice(0, 160).replace(/[\ud800-\udbff]$/, '')}…` : text)
