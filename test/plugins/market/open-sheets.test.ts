import { expect, it } from 'vitest'
import { openSheets } from '../../../src/plugins/market/open-sheets.ts'
import { sourceOfLink } from '../../../src/plugins/market/source.ts'
import { makeSheet } from '../../../src/plugins/review/make-sheet.ts'
import { readFetched } from '../../../src/plugins/market/look-at.ts'
import { fakeClock } from '../scene/fake-clock.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { realCampus } from '../scene/scene.ts'
import { written } from './documents.ts'

const minute = 60_000

it.each([[29 * minute, true], [31 * minute, false], [-29 * minute, true], [-31 * minute, false]])('a sheet is good for half an hour by a clock that moved by %i ms: %s', async (moved, good) => {
  const clock = fakeClock()
  const sheets = openSheets(clock)
  const fetched = { files: new Map([['PLUGIN.md', new TextEncoder().encode(written())]]), from: 'https://plugins.example.org/PLUGIN.md', commit: null, official: false }
  const plugin = readFetched(fetched, { campus: realCampus, extractor: noExtractor, clock })
  const sheet = makeSheet({ kind: 'install', plugin, before: undefined, source: fetched.from, verified: false, campus: realCampus })
  sheets.put({ sheet, plugin, fetched, source: sourceOfLink(fetched.from), verified: false, before: undefined })
  await clock.advance(moved)
  const taken = () => sheets.take({ plugin: 'reader', digest: sheet.digest }).sheet.digest
  if (good) expect(taken()).toBe(sheet.digest)
  else expect(taken).toThrowError(expect.objectContaining({ code: 'PLUGIN_REVIEW_STALE' }))
})
