import { expect, it } from 'vitest'
import { cleanForModel, cleanForTerminal, cleanJson } from '../../src/rules/hygiene/clean.ts'
import { htmlToText } from '../../src/rules/hygiene/html.ts'
import { markdownToText } from '../../src/rules/hygiene/markdown.ts'
import { provenance } from '../../src/rules/provenance.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { slowTexts } from './scaling.ts'

const scrubber = makeScrubber(() => ['Passw0rd!x', 'AbCdEfGh12345678', 'aaaaaaaaaaaaaaab'])
const pieces = (text: string, size: number) => Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
const own = 'remember 12345 for me'

/** An opened quote takes the next tag in, so that no tag ends, and each was looked for to the end of the text. */
const crossing = [{ before: '<a ', unit: `='<a ' ` }, { before: '', unit: `<a ='` }, { before: '', unit: `<a ="<a =' ` }, { before: '', unit: '<script></script-' }]

it.each<[string, (text: string) => unknown]>([
  ['HTML to text', htmlToText],
  ['Markdown to text', markdownToText],
  ['cleaning for the model', cleanForModel],
  ['cleaning for a terminal', cleanForTerminal],
  ['cleaning the keys of a result', (text) => cleanJson(Object.fromEntries(pieces(text, 20).map((key) => [key, 1])))],
  ['scrubbing', scrubber.text],
  ['scrubbing the keys of a result', (text) => scrubber.json(Object.fromEntries(pieces(text, 20).map((key) => [key, 1])))],
  ['looking for a secret', scrubber.holdsSecret],
  ['scrubbing what comes in pieces', (text) => {
    const stream = scrubber.stream()
    return [...pieces(text, 64).map(stream.push), stream.end()]
  }],
  ['provenance of one argument', (text) => provenance({ a: text }, { userWords: own, thirdParty: [{ source: 's', text }] })],
  ['provenance of many arguments', (text) => provenance(pieces(text, 12), { userWords: own, thirdParty: [{ source: 's', text }] })],
  ['provenance against the person’s words', (text) => provenance({ a: text, b: 12345 }, { userWords: text, thirdParty: [{ source: 's', text: own }] })],
])('%s takes time in proportion to its text', (_, pass) => {
  expect(slowTexts(pass, crossing)).toEqual([])
})
