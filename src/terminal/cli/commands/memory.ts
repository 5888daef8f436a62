import { isObject } from '../../../rules/json.ts'
import { ruleWords as w, stateWords } from '../../../rules/words/cli.ts'
import type { Build } from '../commands.ts'
import { columns } from '../width.ts'
import { callTool } from './call.ts'

/** The memory plugin's tools under shorter names; they go through the monitor like any other call. */
export const memory: Build = ({ command, cli, does }) => {
  const { io } = cli
  const text = (data: unknown, name: string): string => (isObject(data) ? String(data[name] ?? '') : '')
  command.command('list').option('--status <status>').action(does((options: { status?: string }) => callTool('memory.list', { ...options }, cli, (data) => {
    const found = isObject(data) && Array.isArray(data['memories']) ? data['memories'] : []
    return found.length ? columns(found.map((one) => [text(one, 'id'), text(one, 'status'), text(one, 'source'), text(one, 'text')])) : [io.say(stateWords.none)]
  })))
  command.command('save <text>').action(does((given: string) => callTool('memory.save', { text: given }, cli, (data) =>
    [io.say(text(data, 'status') === 'pending' ? w.pending : w.saved, { text: text(data, 'text'), id: text(data, 'id') })])))
  command.command('forget <id>').action(does((id: string) => callTool('memory.forget', { id }, cli, () => [io.say(w.forgotten, { id })])))
  command.command('approve <id>').action(does((id: string) => callTool('memory.approve', { id }, cli, () => [io.say(w.approved, { id })])))
}
