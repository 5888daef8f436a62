import { HarnessError } from '../../../rules/errors/index.ts'
import { type DocumentFiles, checkFiles } from '../../document/document-files.ts'
import { faultsOf, loadDocument } from '../../document/load-document.ts'
import { offlineCampus, ownExtractor } from '../offline-house.ts'
import { checkAnswers } from './check-answers.ts'
import { checkFixtures } from './check-fixtures.ts'
import { checkHosts } from './check-hosts.ts'
import { checkOutput } from './check-output.ts'
import { checkSelectors } from './check-selectors.ts'
import { checkTexts } from './check-texts.ts'
import { checkWords } from './check-words.ts'
import type { Finding } from './finding.ts'
import { findingOf } from './finding-of.ts'
import { type Parts, readParts } from './part.ts'

/**
 * Everything that is wrong with a document, in the order of its files and lines. Reads it as `trust` would be read. Where its YAML
 * is not sound that is told alone. Needs no network and no daemon.
 */
export function lintDocument(files: DocumentFiles, trust: 'official' | 'community'): readonly Finding[] {
  let parts: Parts
  try {
    checkFiles(files)
    parts = readParts(files)
  } catch (error) {
    return [refusal(error)]
  }
  const own = [
    ...checkWords(parts), ...checkHosts(parts), ...parts.tools.flatMap((tool) => [...checkAnswers(tool), ...checkOutput(tool), ...checkSelectors(tool)]),
    ...checkTexts(parts), ...checkFixtures(files, parts),
  ]
  return inOrder([...own, ...read(files, trust, parts).filter((finding) => !own.some((known) => isAbout(known, finding)))])
}

/** What reading refuses; of a document that can be read, what the host would raise. */
function read(files: DocumentFiles, trust: 'official' | 'community', parts: Parts): readonly Finding[] {
  const house = { campus: offlineCampus, extractor: ownExtractor, clock: { now: () => 0, sleep: () => new Promise<void>(() => {}) } }
  const faults = faultsOf(files, { trust }, house)
  if (faults.length > 0) return faults.map((fault) => findingOf(fault))
  try {
    // Of a community document all is untrusted, whatever it says; what its own requests make so is seen where it is not.
    return loadDocument(files, { trust: 'official' }, house).raised.flatMap((raise): readonly Finding[] => {
      const name = raise.tool.slice(raise.tool.indexOf('.') + 1)
      const tool = parts.tools.find((one) => one.name === name)
      if (!tool) return []
      const effect = [...tool.keys, 'effect']
      if (raise.field === 'effect') return [tool.part.finding('LINT_EFFECT_LOW', effect, { tool: name, declared: raise.declared, raised: raise.raised, because: raise.because }, tool.part.replace(effect, raise.raised))]
      if (raise.field !== 'untrusted') return []
      const said = Object.hasOwn(tool.raw, 'untrusted')
      return [tool.part.finding('LINT_UNTRUSTED_UNSAID', said ? [...tool.keys, 'untrusted'] : effect, { tool: name, because: raise.because },
        said ? tool.part.replace([...tool.keys, 'untrusted'], 'true') : tool.part.insertBefore(effect, 'untrusted', 'true'))]
    })
  } catch (error) {
    return [refusal(error)]
  }
}

function refusal(error: unknown): Finding {
  if (error instanceof HarnessError) return findingOf(error)
  throw error
}

/** The same fault, which reading tells in fewer words: of that field, or of what is missing in it. */
const isAbout = (known: Finding, refused: Finding): boolean =>
  known.file === refused.file && refused.code === 'DOC_FIELD_INVALID' && (refused.at === known.at || (known.code === 'LINT_WORDS_MISSING' && refused.at.startsWith(`${known.at}.`)))

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file === 'PLUGIN.md' ? -1 : b.file === 'PLUGIN.md' ? 1 : a.file < b.file ? -1 : 1))
