import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Json } from '../../../src/rules/json.ts'
import { decodeText } from '../../../src/host/net/charset.ts'
import { parseMoment } from '../../../src/plugins/document/expression/dates/parse-moment.ts'
import { toText } from '../../../src/plugins/document/expression/dates/moment.ts'
import type { Pick, Source, Spec } from '../../../src/plugins/document/extract/extract-types.ts'
import { runJob } from '../../../src/plugins/document/extract/run-job.ts'

/** Pages and lists that nobody here wrote, and what a document reads out of them. */
export const data = '../shared/data'
export const there = existsSync(data)
if (!there && process.env['CI'] === 'true') throw new Error(`${data} is not there`)
if (!there) console.warn(`skipped: ${data} is not there`)

export const bytes = (path: string) => readFileSync(`${data}/${path}`)
export const page = (path: string, charset?: string) => decodeText(bytes(path), 'text/html', charset).text
export const json = (path: string): unknown => JSON.parse(bytes(path).toString())

/** As the worker does it. */
export function extract(source: Source, spec: Spec): Json {
  const answer = runJob(source, spec)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.value
}

export type Row = Readonly<Record<string, string | null>>
export const table = (html: string, select: string, columns: Readonly<Record<string, string>>): readonly Row[] =>
  z.array(z.record(z.string(), z.string().nullable())).parse(extract({ kind: 'html', html }, { kind: 'table', select, columns: Object.fromEntries(Object.entries(columns).map(([name, header]) => [name, { headers: [header], optional: false }])) }))
export const pick = (select: string | undefined, parts: Partial<Pick> = {}): Pick => ({ select, many: false, required: false, without: undefined, match: undefined, take: { kind: 'text', form: 'line' }, ...parts })
export const css = (html: string, select: string, parts: Partial<Pick> = {}) => extract({ kind: 'html', html }, { kind: 'css', pick: pick(select, parts) })
export const fields = (of: Readonly<Record<string, Pick>>): Partial<Pick> => ({ many: true, take: { kind: 'fields', fields: of } })
export const attr = (select: string | undefined, name: string, match?: string): Pick => pick(select, { take: { kind: 'attr', name }, match })
export const regex = (text: string, pattern: string, many = false) => extract({ kind: 'text', text }, { kind: 'regex', pattern, many, required: false })
export const path = (from: unknown, at: string) => extract({ kind: 'json', json: z.json().parse(from) }, { kind: 'path', path: at, many: true, required: false })

/** A date as a document's function reads it, at a moment in Beijing; undefined for none. */
export function dateIn(text: string, at: string): string | undefined {
  const moment = parseMoment(text, Date.parse(`${at}+08:00`))
  return moment && toText(moment)
}
