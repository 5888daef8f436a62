import { decodeText } from '../../host/net/charset.ts'
import { parseJson } from '../../host/net/parse-json.ts'
import { canonicalJson } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isObject, type Json } from '../../rules/json.ts'
import type { CampusRequest, Lang, Response, ToolContext, ValueStore, WebRequest } from '../../sdk/index.ts'
import type { DocumentFiles } from '../document/document-files.ts'
import { keptPlainly } from '../document/run/kept.ts'
import { bodyFile, type Fixture, type RecordedRequest, type RecordedResponse } from './fixture.ts'

export type Asked = CampusRequest | WebRequest
/** `ms` is what the recorded request took, where the recording says. */
export type Heard = (asked: Asked, response: Response, ms: number | undefined) => void

/**
 * The host's side of a run, from a recording: each request gets the first answer recorded for it that was not given yet, and
 * the last one again after that. Nothing leaves. Rejects with `AUTHOR_REQUEST_UNRECORDED` for what the recording does not have.
 */
export function replayContext(fixture: Fixture, files: DocumentFiles, { lang, signal, heard = () => {} }: { readonly lang: Lang; readonly signal: AbortSignal; readonly heard: Heard | undefined }): ToolContext {
  const given = new Set<number>()
  const request = async (asked: Asked): Promise<Response> => {
    const fit = fixture.exchanges.flatMap((exchange, index) => (matches(exchange.request, asked) ? [index] : []))
    const index = fit.find((one) => !given.has(one)) ?? fit.at(-1)
    const exchange = index === undefined ? undefined : fixture.exchanges[index]
    if (index === undefined || !exchange) {
      throw new HarnessError('AUTHOR_REQUEST_UNRECORDED', { request: shownRequest(asked), fixture: fixture.name, recorded: fixture.exchanges.map((one) => shownRequest(one.request)).join(' · ') || '-' })
    }
    given.add(index)
    const response = responseOf(exchange.response, files, asked)
    heard(asked, response, exchange.response.ms)
    return response
  }
  const used = new Set<number>()
  return {
    turn: undefined, signal, clock: { now: () => new Date(fixture.at) }, lang,
    services: { campus: { request }, web: { request } },
    store: memoryStore(fixture.kept),
    records: () => { throw new HarnessError('AUTHOR_REQUEST_UNRECORDED', { request: 'records', fixture: fixture.name, recorded: '-' }) },
    async use(tool, args) {
      const index = fixture.uses.findIndex((one, at) => !used.has(at) && one.tool === tool && (one.args === undefined || same(one.args, args)))
      const found = fixture.uses[index]
      if (!found) throw new HarnessError('AUTHOR_REQUEST_UNRECORDED', { request: `use ${tool}`, fixture: fixture.name, recorded: fixture.uses.map((one) => `use ${one.tool}`).join(' · ') || '-' })
      used.add(index)
      return found.result
    },
  }
}

/** Each part that the recording names is what was asked. */
function matches(recorded: RecordedRequest, asked: Asked): boolean {
  const parts: readonly (readonly [unknown, unknown])[] = [
    [recorded.service, 'service' in asked ? asked.service : undefined], [recorded.path, 'path' in asked ? asked.path : undefined],
    [recorded.url, 'url' in asked ? asked.url : undefined], [recorded.method, asked.method ?? 'GET'],
    [recorded.query, asked.query], [recorded.form, asked.form], [recorded.json, asked.json],
  ]
  return parts.every(([wanted, is]) => wanted === undefined || same(wanted, is))
}

/** A number and its digits are one in a query or a form. */
const same = (wanted: unknown, is: unknown): boolean => spelt(wanted) === spelt(is)
const spelt = (value: unknown): string => canonicalJson(scalarText(value))
function scalarText(value: unknown): Json {
  if (Array.isArray(value)) return value.map(scalarText)
  if (isObject(value)) return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, scalarText(part)]])))
  return value === null || value === undefined ? null : String(value)
}

export function responseOf(recorded: RecordedResponse, files: DocumentFiles, asked: Asked): Response {
  const file = recorded.body === undefined ? undefined : files.get(bodyFile(recorded.body))
  const bytes = file ?? new TextEncoder().encode(recorded.text ?? (recorded.json === undefined ? '' : JSON.stringify(recorded.json)))
  const { text } = decodeText(bytes, recorded.type, recorded.charset ?? asked.charset)
  const json = recorded.json ?? (/^\s*[[{]/.test(text) ? parseJson(text) : undefined)
  return {
    status: recorded.status, headers: recorded.type === undefined ? {} : { 'content-type': recorded.type }, text, json, bytes,
    finalPath: recorded.path ?? ('path' in asked ? asked.path : new URL(asked.url).pathname),
  }
}

/** As an author reads it: `GET dean /web/notice.php?page=1`. */
export function shownRequest(asked: RecordedRequest | Asked): string {
  const to = 'service' in asked && asked.service !== undefined ? `${asked.service} ${asked.path ?? ''}` : 'url' in asked ? asked.url ?? '' : ''
  const query = Object.entries(asked.query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`])).join('&')
  return `${asked.method ?? 'GET'} ${to}${query ? `?${query}` : ''}`.slice(0, 300)
}

function memoryStore(kept: Readonly<Record<string, Json>>): ValueStore {
  const values = new Map<string, unknown>(Object.entries(kept).map(([key, value]) => keptPlainly(key, value)))
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => { values.set(key, value) },
    delete: async (key) => { values.delete(key) },
    list: async (prefix = '') => [...values.keys()].filter((key) => key.startsWith(prefix)),
  }
}
