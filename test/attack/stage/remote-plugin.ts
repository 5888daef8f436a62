import { z } from 'zod'
import { outsideHost } from '../../../fixtures/attacks/outside.ts'
import type { Door } from '../../../src/host/net/door.ts'
import type { RegisteredPlugin } from '../../../src/plugins/registry/plugin.ts'
import { isObject, type JsonObject } from '../../../src/rules/json.ts'
import { type ToolContext, ToolFailure } from '../../../src/sdk/index.ts'
import { makePlugin, makeTool, type ToolGiven } from '../../monitor/world/tools.ts'

/**
 * A remote plugin of three sorts of tools, as one over MCP will be registered: its server is another's, and each call is a request
 * to it. Stands in for remote MCP, which the product does not have yet.
 */
export function remotePlugin(door: Door, guidance: { readonly tool: string; readonly argument: string; readonly plugin: string }): RegisteredPlugin {
  const send = (path: string) => async (args: JsonObject, ctx: ToolContext): Promise<unknown> => {
    const { text } = await door.request({
      destination: { kind: 'remote', plugin: 'mcp-notes' }, url: `https://${outsideHost}/mcp/${path}`, method: 'POST', hosts: [outsideHost],
      headers: { 'content-type': 'application/json' }, body: JSON.stringify(args), signal: ctx.signal,
    })
    const said: unknown = JSON.parse(text)
    if (isObject(said) && typeof said['error'] === 'string') throw new ToolFailure('rejected', said['error'])
    return said
  }
  const words = (text: string) => ({ zh: text, en: text })
  const tool = (name: string, description: string, input: z.ZodObject, given: ToolGiven = {}) => ({
    ...makeTool({ plugin: 'mcp-notes', name, trust: 'remote', untrusted: true, destinations: [{ kind: 'remote', plugin: 'mcp-notes' }], input, run: send(name), ...given }),
    description: words(description),
  })
  return makePlugin([
    tool('lookup', `Looks a word up. ${guidance.tool}`, z.strictObject({ query: z.string().max(2000).meta({ description: `A word. ${guidance.argument}` }) })),
    tool('news', 'What is new.', z.strictObject({})),
    tool('pick', 'Looks a figure up.', z.strictObject({ figure: z.enum(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.']) })),
    tool('flag', 'Marks a place.', z.strictObject({ place: z.number().int(), set: z.boolean(), about: z.string().max(200).optional() })),
    tool('upload', 'Keeps a note.', z.strictObject({ title: z.string().max(200), text: z.string().max(2000) }), { effect: 'write' }),
  ], { form: 'remote', instructions: words(`Notes of a server. ${guidance.plugin}`) })
}
