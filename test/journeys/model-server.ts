import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model server on loopback that asks for the given calls one after the other, then says what it last read, or what it is to say,
 * in these pieces, in its reasoning too. Keeps each request.
 */
export interface ModelServer extends AsyncDisposable { readonly baseUrl: string; readonly requests: readonly string[]; readonly keys: readonly (string | undefined)[] }

export async function openModelServer(calls: readonly { readonly name: string; readonly args: object }[], says?: () => readonly string[]): Promise<ModelServer> {
  const requests: string[] = []
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => { body += text }).on('end', () => {
      requests.push(body)
      keys.push(request.headers.authorization)
      const { messages } = JSON.parse(body) as { messages: readonly { readonly role: string; readonly content: unknown }[] }
      const call = calls[messages.filter(({ role }) => role === 'tool').length]
      const said = String(messages.findLast(({ role }) => role === 'tool')?.content ?? '').slice(0, 2_000)
      const deltas: readonly object[] = call
        ? [{ tool_calls: [{ index: 0, id: `call_${requests.length}`, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } }] }]
        : says?.().map((content) => ({ content, reasoning_content: content })) ?? [{ content: `I read: ${said}` }]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const choice of [...deltas.map((delta) => ({ delta, finish_reason: null })), { delta: {}, finish_reason: call ? 'tool_calls' : 'stop' }]) response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, keys,
    [Symbol.asyncDispose]: () => new Promise((resolve) => { server.closeAllConnections(); server.close(() => resolve()) }),
  }
}
