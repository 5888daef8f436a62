import { HarnessError } from '../../../rules/errors/index.ts'
import { ruleWords as w, stateWords } from '../../../rules/words/cli.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import { auditWords } from '../../../rules/words/audit.ts'
import { auditRows } from '../audit-rows.ts'
import type { Build } from '../commands.ts'
import { exportAudit } from '../export-audit.ts'
import { readSince } from '../read-since.ts'
import { readText } from '../read-text.ts'
import { exportShown } from '../show-export.ts'
import { when } from '../when.ts'
import { table } from '../table.ts'

export const audit: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('show').option('--plugin <plugin>').option('--call <call>').option('--limit <n>', '', '50').action(does(async (options: { plugin?: string; call?: string; limit: string }) => {
    const limit = Number(options.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new HarnessError('USAGE', { problem: io.say(problemWords.range, { name: '--limit', from: 1, to: 500 }) })
    const { limit: _, ...filter } = options
    const data = await cli.ask('audit.show', { ...filter, limit })
    const rows = data.rows.map(({ seq, at, kind, plugin, callId, detail }) =>
      [`${seq}`, when(at), kind, plugin ?? '-', callId?.slice(0, 8) ?? '-', Object.keys(detail).length > 0 ? JSON.stringify(detail) : '-'])
    return {
      data,
      lines: [
        ...(rows.length === 0 ? [io.say(stateWords.none)] : options.call === undefined ? [...auditRows(data.rows, io), '', io.say(auditWords.more)] : table(rows)),
        ...data.unknown.map(({ tool, effect, startedAt, callId }) => io.say(w.unknown, { tool, effect, when: when(startedAt), id: callId.slice(0, 8) })),
      ],
    }
  }))
  command.command('export').option('--since <when>').option('--plugin <plugin>').option('--file <file>').action(does(({ since, plugin, file }: { since?: string; plugin?: string; file?: string }) =>
    exportAudit({ since: since === undefined ? undefined : readSince(since, '--since', Date.now(), io), plugin, file }, cli)))
  command.command('verify').option('--file <file>').action(does(async ({ file }: { file?: string }) => {
    if (file !== undefined) return exportShown(file, readText(file), io)
    const data = await cli.ask('audit.verify', {})
    if (!data.ok) throw new HarnessError('AUDIT_BROKEN', { seq: data.seq ?? 0, fault: data.fault ?? '?' })
    return {
      data,
      lines: [io.say(w.chain, { count: data.count, hash: (data.hash ?? '').slice(0, 16) }), ...(data.sealed === undefined ? [io.say(w.unsealed)] : [io.say(w.sealed, { count: data.sealed }), ...(data.count > data.sealed ? [io.say(w.sinceSeal, { count: data.count - data.sealed })] : [])])],
    }
  }))
}
