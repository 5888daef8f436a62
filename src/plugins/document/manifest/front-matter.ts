import { HarnessError } from '../../../rules/errors/index.ts'
import type { YamlText } from './read-yaml.ts'
import { expectVisible } from './visible-text.ts'

/**
 * A PLUGIN.md in its two parts. Throws `DOC_FRONT_MATTER_MISSING` when it does not start with a closed `---` block, and
 * `DOC_FIELD_INVALID` for a body in which something is hidden.
 */
export function splitFrontMatter(file: string, text: string): { readonly yaml: YamlText; readonly body: string } {
  const lines = text.split(/\r?\n/)
  const close = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---') : -1
  if (close === -1) throw new HarnessError('DOC_FRONT_MATTER_MISSING', { file, line: 1, column: 1 })
  const body = lines.slice(close + 1)
  body.forEach((line, index) => expectVisible(line, (expected, at) =>
    new HarnessError('DOC_FIELD_INVALID', { file, line: close + 2 + index, column: at + 1, at: 'instructions', expected, found: expected.replace('≠ ', '') })))
  return { yaml: { file, text: `${lines.slice(1, close).join('\n')}\n`, linesBefore: 1 }, body: body.join('\n').trim() }
}
