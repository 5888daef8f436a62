import { HarnessError } from '../../../rules/errors/index.ts'
import { ruleWords as w, stateWords } from '../../../rules/words/cli.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import type { Build } from '../commands.ts'
import { columns } from '../width.ts'

export const audit: Build = ({ command, cli, does }) => {
  const { io } = cli
  const time = (at: number): string => new Date(at).toISOString()
  command.command('show').option('--plugin <plugin>').option('--call <call>').option('--limit <n>', '', '50').action(does(async (options: { plugin?: string; call?: string; limit: string }) => {
    const limit = Number(options.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new HarnessError('USAGE', { problem: io.say(problemWords.range, { name: '--limit', from: 1, to: 500 }) })
    const { limit: _, ...filter } = options
    const data = await cli.ask('audit.show', { ...filter, limit })
    const rows = data.rows.map(({ seq, at, kind, plugin, callId, detail }) =>
      [`${seq}`, time(at), kind, plugin ?? '-', callId?.slice(0, 8) ?? '-', Object.keys(detail).length > 0 ? JSON.stringify(detail) : '-'])
    return {
      data,
      lines: [
        ...(rows.length > 0 ? columns(rows) : [io.say(stateWords.none)]),
        ...data.unknown.map(({ tool, effect, startedAt, callId }) => io.say(w.unknown, { tool, effect, when: time(startedAt), id: callId })),
      ],
    }
  }))
  command.command('verify').action(does(async () => {
    const data = await cli.ask('audit.verify', {})
    if (!data.ok) throw new HarnessError('AUDIT_BROKEN', { seq: data.seq ?? 0, fault: data.fault ?? '?' })
    return {
      data,
      lines: [io.say(w.chain, { count: data.count, hash: (data.hash ?? '').slice(0, 16) }), ...(data.sealed === undefined ? [io.say(w.unsealed)] : [io.say(w.sealed, { count: data.sealed }), ...(data.count > data.sealed ? [io.say(w.sinceSeal, { count: data.count - data.sealed })] : [])])],
    }
  }))
}
