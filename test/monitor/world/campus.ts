import type { Campus, Endpoint } from '../../../src/host/campus/campus.ts'
import type { CampusRequest, Response } from '../../../src/sdk/index.ts'

export type CampusAnswer = (request: CampusRequest, signal: AbortSignal) => Promise<Response> | Response

export interface ScriptedCampus extends Pick<Campus, 'request' | 'endpoint' | 'service'> {
  readonly asked: CampusRequest[]
  answer: CampusAnswer
  endpoints: Endpoint[]
}

export const response = (json: unknown, status = 200): Response =>
  ({ status, headers: {}, text: JSON.stringify(json), json, bytes: new TextEncoder().encode(JSON.stringify(json)), finalPath: '/' })

/** The port of `host/campus`, answered by a script: what these tests are about is what the monitor makes of the answers. */
export function scriptedCampus(): ScriptedCampus {
  const campus: ScriptedCampus = {
    asked: [],
    endpoints: [],
    answer: () => response({}),
    async request(_account, request, limits) {
      campus.asked.push(request)
      const method = request.method ?? 'GET'
      limits.trace({
        at: 0, destination: { kind: 'campus', service: request.service }, method, host: `${request.service}.pku.edu.cn`, path: request.path,
        status: 200, bytes: 2, ms: 1, error: undefined,
      })
      return campus.answer(request, limits.signal)
    },
    endpoint: (_service, method, path) => campus.endpoints.find((known) => known.method === method && known.path === path)
      ?? { method, path, effect: method === 'GET' ? 'read' : 'write', text: 'record', private: false, irreversible: false, listed: true },
    service: (id) => ({ id, hosts: [`${id}.pku.edu.cn`], signedIn: id !== 'open', endpoints: [] }),
  }
  return campus
}
