import { expect, it } from 'vitest'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { runProgram } from '../../src/terminal/cli/program.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { seat } from './seat.ts'

it.each([[['market', 'search'], ''], [['market', 'search', '课'], '课']])('pkuh %j looks for all that is named, and where nothing is found says where else to look', async (words, wanted) => {
  const { io } = seat()
  const asked: unknown[] = []
  const client: Partial<Client> = { lost: new AbortController().signal, request: ((...request: unknown[]) => { asked.push(request.slice(0, 2)); return Promise.resolve({ plugins: [], found: 0 }) }) as Client['request'], close: () => {} }
  const { lines } = await runProgram(words, openCli(io, () => Promise.resolve(client as Client)))
  expect(asked).toEqual([['market.search', { words: wanted }]])
  expect(lines.map(textOf)).toEqual(['没有找到', expect.stringMatching(/pkuh market list.*pkuh market add/)])
})
