import type { Campus, Endpoint } from '../../../src/host/campus/campus.ts'
import { lookUp, reserved, row } from '../../../src/host/campus/services/endpoint-table.ts'
import { services as realServices } from '../../../src/host/campus/services/all-services.ts'
import type { JsonObject } from '../../../src/rules/json.ts'
import type { CampusRequest, Lang, Response, ToolContext, WebRequest } from '../../../src/sdk/index.ts'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import type { House } from '../../../src/plugins/document/run/run-state.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'

/** The real endpoint tables, as `host/campus` answers them. */
export const realCampus: House['campus'] = campusOf(realServices)

/** A small invented campus with every class of endpoint. */
export const smallCampus: House['campus'] = campusOf(new Map([
  ['open', { signedIn: undefined, hosts: ['open.example.cn'], endpoints: [
    row('GET', '/record', 'read', 'record'), row('GET', '/people', 'read', 'people'), row('GET', '/item/drop', 'write', 'record'), row('GET', '/item/*', 'read', 'record'),
    row('POST', '/search', 'read', 'record'), row('GET', '/enrol', 'write', 'record', { irreversible: true }), row('POST', '/pay', 'money', 'record'), row('POST', '/post', 'public', 'people'),
    row('GET', '/task', 'write', 'record'), row('GET', '/task', 'read', 'record', { only: { query: { mode: 'view' }, besides: ['id'] } }),
    ...reserved('/login'),
  ] }],
  ['mine', { signedIn: { is: true }, hosts: ['mine.example.cn'], endpoints: [row('GET', '/record', 'read', 'record'), row('GET', '/own', 'read', 'record', { private: true })] }],
]))

interface Table { readonly signedIn: unknown; readonly hosts: readonly string[]; readonly endpoints: readonly Endpoint[] }

function campusOf(table: ReadonlyMap<string, Table>): Pick<Campus, 'endpoint' | 'service'> {
  return {
    endpoint(service, method, path, query) {
      const of = table.get(service)
      return lookUp(of ? { endpoints: of.endpoints, signedIn: undefined } : undefined, method, path, query)
    },
    service(id) {
      const of = table.get(id)
      return of && { id, hosts: of.hosts, signedIn: of.signedIn !== undefined, endpoints: of.endpoints }
    },
  }
}

export type Sent = CampusRequest | WebRequest
export interface Scene {
  readonly house: House
  readonly clock: FakeClock
  readonly ctx: ToolContext
  /** Every request that left, in order. */
  readonly sent: Sent[]
}
export type Answering = (request: Sent, count: number) => Partial<Response> | Promise<Partial<Response>>

/** A house and a context whose requests are answered by a function of the test: the host's side of the border. */
export function openScene(options: { extractor: Extractor; campus?: House['campus']; answer?: Answering; signal?: AbortSignal; lang?: Lang; settings?: (plugin: string) => JsonObject; values?: Map<string, unknown>; ability?: House['ability']; use?: ToolContext['use'] }): Scene {
  const clock = fakeClock()
  const sent: Sent[] = []
  const request = async (given: Sent): Promise<Response> => {
    sent.push(given)
    return fullResponse(await (options.answer?.(given, sent.length) ?? {}))
  }
  const no = async (): Promise<never> => { throw new Error('no ability here') }
  const values = options.values ?? new Map<string, unknown>()
  return {
    clock, sent,
    house: { campus: options.campus ?? smallCampus, extractor: options.extractor, clock, ...(options.settings ? { settings: options.settings } : {}), ...(options.ability ? { ability: options.ability } : {}) },
    ctx: {
      turn: undefined, signal: options.signal ?? new AbortController().signal, clock: { now: () => new Date(clock.now()) }, lang: options.lang ?? 'en',
      services: { campus: { request }, web: { request } },
      store: {
        get: async (key) => values.get(key), put: async (key, value) => { values.set(key, structuredClone(value)) }, delete: async (key) => { values.delete(key) },
        list: async (prefix = '') => [...values.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
      },
      use: options.use ?? no,
      records: () => { throw new Error('a document of this version has no records') },
    },
  }
}

/** As the host gives it: JSON parsed where the body is JSON. */
function fullResponse(part: Partial<Response>): Response {
  const text = part.text ?? (part.json === undefined ? '' : JSON.stringify(part.json))
  return { status: 200, headers: {}, finalPath: '/', json: parse(text), bytes: new TextEncoder().encode(text), ...part, text }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
