import type { HarnessError } from '../../../src/rules/errors/index.ts'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { Door, DoorRequest, DoorResponse } from '../../../src/host/net/door.ts'
import { openDoor, type DoorSeams } from '../../../src/host/net/open-door.ts'
import { startTlsServer, type TlsServer } from './tls-server.ts'

export const hosts = ['a.campus.test', 'b.campus.test']

export interface UnderTest {
  readonly server: TlsServer
  readonly door: Door
  /** A request to the declared hosts with destination `campus`. */
  ask(url: string, more?: Partial<DoorRequest>): Promise<DoorResponse>
  /** The error that `ask` ends in; fails when there is none. */
  fault(url: string, more?: Partial<DoorRequest>): Promise<{ readonly code: string; readonly params: HarnessError['params'] }>
  close(): Promise<void>
}

export async function doorUnderTest(seams: Partial<DoorSeams> = {}): Promise<UnderTest> {
  const server = await startTlsServer(hosts)
  const door = openDoor({ kind: 'sim', port: server.port, ca: server.ca, hosts }, { clock: systemClock, ...seams })
  const ask = (url: string, more: Partial<DoorRequest> = {}) => door.request({ destination: { kind: 'campus', service: 'test' }, url, hosts, ...more })
  return {
    server, door, ask,
    fault: (url, more) => faultOf(ask(url, more)),
    close: async () => { await door.close(); await server.close() },
  }
}

export const faultOf = (promise: Promise<unknown>): Promise<{ readonly code: string; readonly params: HarnessError['params'] }> =>
  promise.then(() => { throw new Error('it went through') }, (error: HarnessError) => {
    if (error.name !== 'HarnessError') throw error
    return { code: error.code, params: error.params }
  })
