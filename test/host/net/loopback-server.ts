import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/** A plain HTTP server on 127.0.0.1, new for each test of the file: it answers with `text`, and `/away` sends on to its own `/again`. */
export function loopbackServer(text: string): { readonly port: number; readonly hits: readonly string[] } {
  const state = { port: 0, hits: [] as string[] }
  const server = createServer((request, response) => {
    state.hits.push(`${request.headers.host}${request.url}`)
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${state.port}/again` }).end()
    else response.end(text)
  })
  beforeEach(async () => {
    state.hits = []
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    state.port = (server.address() as AddressInfo).port
  })
  afterEach(async () => { server.closeAllConnections(); await new Promise((resolve) => { server.close(resolve) }) })
  return state
}
