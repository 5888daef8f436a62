import { expect, it } from 'vitest'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { runProgram } from '../../src/terminal/cli/program.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { seat } from './seat.ts'

it('each widget, page and shortcut that a plugin has is listed with the command that shows it, in the profile that it is asked in', async () => {
  const { io, rest } = seat(['--profile', 'sim', 'plugin', 'widget', 'rooms'])
  const screens = { widgets: ['today'], pages: ['about'], shortcuts: [{ title: { zh: '今天', en: 'Today' }, tool: 'rooms.free', args: {} }] }
  const client: Partial<Client> = { lost: new AbortController().signal, request: (() => Promise.resolve(screens)) as Client['request'], close: () => {} }
  const { lines } = await runProgram(rest, openCli(io, () => Promise.resolve(client as Client)))
  expect(lines.map(textOf)).toEqual([
    '小部件    today  pkuh --profile sim plugin widget rooms today',
    '页面      about  pkuh --profile sim plugin widget rooms about',
    '快捷方式  今天   pkuh --profile sim plugin shortcut rooms 1',
  ])
})
