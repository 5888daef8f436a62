import { HarnessError } from '../../../rules/errors/index.ts'
import { personalWords } from '../../../rules/words/lint.ts'
import type { DocumentFiles } from '../../document/document-files.ts'
import { type Fixture, fixtureFiles, readFixture } from '../fixture.ts'
import { personalIn, redactPersonal } from '../personal.ts'
import { type Finding, levelOf } from './finding.ts'
import { findingOf } from './finding-of.ts'
import type { Parts } from './part.ts'

/** Tools without a recording, recordings that cannot be read or belong to no tool, and what in them may be a person's own. */
export function checkFixtures(files: DocumentFiles, { tools }: Parts): readonly Finding[] {
  const read = fixtureFiles(files).map((file): Fixture | Finding => {
    try {
      return readFixture(files, file)
    } catch (error) {
      if (error instanceof HarnessError) return findingOf(error, file)
      throw error
    }
  })
  const fixtures = read.filter((one) => 'place' in one)
  return [
    ...read.filter((one) => 'code' in one),
    ...tools.filter(({ name }) => !fixtures.some(({ tool }) => tool === name)).map(({ part, keys, name }) => part.finding('LINT_FIXTURE_MISSING', keys, { tool: name })),
    ...fixtures.filter(({ tool }) => !tools.some(({ name }) => name === tool)).map(({ name, file, tool }) =>
      ({ code: 'LINT_FIXTURE_STRAY' as const, level: levelOf('LINT_FIXTURE_STRAY'), file, line: 1, column: 1, at: 'tool', params: { fixture: name, tool }, fix: undefined })),
    ...[...files].filter(([name]) => name.startsWith('fixtures/')).flatMap(([name, bytes]) => personal(name, bytes)),
  ]
}

function personal(file: string, bytes: Uint8Array): readonly Finding[] {
  const utf8 = Buffer.from(bytes).toString()
  // A page in another charset is looked at and mended byte by byte: what is a person's own is in ASCII, and the rest stays as it is.
  const isPlain = Buffer.from(utf8).equals(Buffer.from(bytes))
  const text = isPlain ? utf8 : Buffer.from(bytes).toString('latin1')
  return personalIn(text).map(({ kind, found, at }): Finding => {
    const before = text.slice(0, at).split('\n')
    return {
      code: 'LINT_FIXTURE_PERSONAL', level: levelOf('LINT_FIXTURE_PERSONAL'), file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, at: file,
      params: { kind: personalWords[kind], found: `${found.slice(0, 4)}…` }, fix: { file, from: 0, to: text.length, text: redactPersonal(text), ...(isPlain ? {} : { bytes: true }) },
    }
  })
}
