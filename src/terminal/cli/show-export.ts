import { verifyExport } from '../../rules/audit-export.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { auditWords as w } from '../../rules/words/audit.ts'
import type { Io } from './io.ts'
import type { Done } from './print.ts'
import { when } from './when.ts'

/** What an exported file proves by itself, and what it cannot. Throws `AUDIT_EXPORT_BROKEN` with the first line that is not as it was written. */
export function exportShown(file: string, text: string, { say }: Pick<Io, 'say'>): Done {
  const verdict = verifyExport(text)
  if (!verdict.ok) throw new HarnessError('AUDIT_EXPORT_BROKEN', { file, line: verdict.line, fault: verdict.fault })
  const { rows, hash, filter: { since, plugin }, chain } = verdict
  const covers = plugin !== undefined ? say(w.exportPlugin, { plugin }) : since === undefined ? say(w.exportAll) : say(w.exportSince, { when: when(since) })
  const stood = chain['ok'] === true ? say(w.exportChain, { count: numberOf(chain['count']) }) : say(w.exportBroken, { seq: numberOf(chain['seq']), fault: String(chain['fault']) })
  return { data: { ok: true, rows, hash, since, plugin, chain }, lines: [say(w.exportWhole, { rows, hash }), covers, stood, say(w.exportTold)] }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
