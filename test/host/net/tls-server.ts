import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { makeAuthority } from '../../../fixtures/campus/tls/authority.ts'

/** A TLS server on loopback that answers for made-up host names under a CA made for this run. */
export interface TlsServer {
  readonly port: number
  readonly ca: string
  readonly hosts: readonly string[]
  /** `METHOD host/path?query` of each request whose head came in. */
  readonly seen: readonly IncomingMessage[]
  /** Bodies by request, in the same order. */
  readonly bodies: readonly string[]
  readonly connections: () => number
  handle(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void): void
  close(): Promise<void>
}

export async function startTlsServer(hosts: readonly string[], options: { readonly certificateFor?: readonly string[]; readonly port?: number } = {}): Promise<TlsServer> {
  const { ca, cert, key } = makeAuthority(options.certificateFor ?? hosts)
  let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void = (_, response) => response.end('ok')
  const seen: IncomingMessage[] = []
  const bodies: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer({ cert, key }, (request, response) => {
    const at = seen.push(request) - 1
    bodies[at] = ''
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => { bodies[at] = Buffer.concat(chunks).toString('utf8'); answer(request, response, bodies[at]) })
  })
  server.on('secureConnection', (socket) => { connections += 1; sockets.add(socket); socket.on('error', () => {}); socket.on('close', () => sockets.delete(socket)) })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => { server.listen(options.port ?? 0, '127.0.0.1', resolve) })
  return {
    port: (server.address() as AddressInfo).port, ca, hosts, seen, bodies, connections: () => connections,
    handle(next) { answer = next },
    close: () => new Promise((resolve) => { for (const socket of sockets) socket.destroy(); server.close(() => resolve()) }),
  }
}
