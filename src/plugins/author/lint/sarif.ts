import { type LintCode, lintWords } from '../../../rules/words/lint.ts'
import type { Lang } from '../../../sdk/index.ts'
import { type Finding, findingWords } from './finding.ts'

/** The findings as a SARIF 2.1.0 log, for code hosts and editors. Addresses are relative to the plugin's folder. */
export function sarifOf(findings: readonly Finding[], version: string, lang: Lang): object {
  const codes = [...new Set(findings.map(({ code }) => code))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0',
    runs: [{
      tool: { driver: {
        name: 'pkuh plugin lint', version,
        rules: codes.map((code) => ({ id: code, ...(Object.hasOwn(lintWords, code) ? { shortDescription: { text: lintWords[code as LintCode].says[lang] }, help: { text: lintWords[code as LintCode].instead[lang] } } : {}) })),
      } },
      columnKind: 'utf16CodeUnits',
      results: findings.map((finding) => {
        const { says, instead } = findingWords(finding, lang)
        return {
          ruleId: finding.code, ruleIndex: codes.indexOf(finding.code), level: finding.level, message: { text: `${says}\n${instead}` },
          locations: [{ physicalLocation: { artifactLocation: { uri: finding.file, uriBaseId: 'PLUGIN' }, region: { startLine: finding.line, startColumn: finding.column } } }],
        }
      }),
    }],
  }
}
