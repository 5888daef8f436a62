import { join } from 'node:path'
import { type Finding, findingWords } from '../../plugins/author/lint/finding.ts'
import { fixFiles } from '../../plugins/author/lint/fix-files.ts'
import { lintDocument } from '../../plugins/author/lint/lint-document.ts'
import { sarifOf } from '../../plugins/author/lint/sarif.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import { ownVersion } from '../../daemon/protocol/own-version.ts'
import type { Cli } from '../cli/cli.ts'
import { jsonLine } from '../cli/json-line.ts'
import { type Line, indented } from '../cli/line.ts'
import type { Done } from '../cli/print.ts'
import { type LintOptions, trustOf } from './add-author.ts'
import { failWith } from './fail-with.ts'
import { writeOver } from './writing.ts'

/** Needs no daemon. Ends with `AUTHOR_LINT_FOUND` where there is an error; warnings are told. */
export async function lintCommand(path: string, options: LintOptions, cli: Cli): Promise<Done> {
  const { io } = cli
  const trust = trustOf(options)
  const { folder, files } = readPlugin(path)
  let findings = lintDocument(files, trust)
  const mended = options.fix ? fixFiles(files, findings) : new Map<string, string>()
  for (const [file, text] of mended) {
    writeOver(join(folder, file), text)
    io.talk(io.say(w.mended, { file }))
  }
  if (mended.size > 0) findings = lintDocument(readPlugin(path).files, trust)
  const errors = findings.filter(({ level }) => level === 'error').length
  const lines = options.sarif ? [jsonLine(sarifOf(findings, ownVersion ?? '0.0.0', io.globals.lang))] : findings.flatMap((finding) => findingLines(finding, cli))
  const data = { findings: findings.map((finding) => viewOf(finding, cli)), mended: [...mended.keys()] }
  if (errors > 0) failWith(new HarnessError('AUTHOR_LINT_FOUND', { count: errors }), data, lines, cli)
  if (options.sarif) return { data, lines }
  return { data, lines: findings.length === 0 ? [io.say(w.clean)] : [...lines, io.say(w.warned, { count: findings.length })] }
}

export function findingLines(finding: Finding, { io }: Cli): Line[] {
  const { says, instead } = findingWords(finding, io.globals.lang)
  return [`${finding.file}:${finding.line}:${finding.column} ${io.say(w[finding.level])} ${finding.code}: ${says}`, indented(instead, '    ')]
}

function viewOf(finding: Finding, { io }: Cli): object {
  const { code, level, file, line, column, at, fix } = finding
  return { code, level, file, line, column, at, ...findingWords(finding, io.globals.lang), fixable: fix !== undefined }
}
