import { expect, it } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { runProgram } from '../../src/terminal/cli/program.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { seat } from './seat.ts'

/** `pkuh plugin remove` where the daemon has what ships and knows nothing else; what was asked of it, and what stood on the screen. */
async function remove(plugin: string) {
  const { io, text } = seat()
  const asked: string[] = []
  const request = (method: string): Promise<unknown> => {
    asked.push(method)
    return plugin === 'classrooms' ? Promise.resolve({ id: plugin, ships: true, stored: false }) : Promise.reject(new HarnessError('PLUGIN_UNKNOWN', { plugin, nearZh: '', nearEn: '' }))
  }
  const client: Partial<Client> = { lost: new AbortController().signal, request: request as Client['request'], close: () => {} }
  const error: unknown = await runProgram(['plugin', 'remove', plugin], openCli(io, () => Promise.resolve(client as Client))).then(() => undefined, (thrown: unknown) => thrown)
  return { error, asked, text: text() }
}

it.each([['classrooms', 'MARKET_NOT_INSTALLED'], ['nobody', 'PLUGIN_UNKNOWN']])('pkuh plugin remove %s says that it cannot be done before it asks for a yes', async (plugin, code) => {
  const { error, asked, text } = await remove(plugin)
  expect(error).toMatchObject({ code })
  expect([asked, text]).toEqual([['plugins.show'], ''])
})
