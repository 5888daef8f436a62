import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lintDocument } from '../../../src/plugins/author/lint/lint-document.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { folderFiles } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene, realCampus } from '../scene/scene.ts'

const ids = readdirSync('plugins/documents')
const load = (id: string) => loadDocument(folderFiles(`plugins/documents/${id}`), { trust: 'official' }, openScene({ extractor: noExtractor, campus: realCampus }).house)

it('six ship', () => { expect(ids).toEqual(['campus-events', 'canteen', 'classrooms', 'grades', 'notices', 'shuttle']) })

describe.each(ids)('%s', (id) => {
  const document = load(id)

  it('is lint clean, and the host raises nothing above what it declares', () => {
    expect(lintDocument(folderFiles(`plugins/documents/${id}`), 'official')).toEqual([])
    expect(document.raised).toEqual([])
  })

  it('has instructions, a setting, shortcuts and a widget', () => {
    expect(document.instructions.en.length).toBeGreaterThan(100)
    expect(Object.keys(document.settings?.schema['properties'] ?? {})).not.toHaveLength(0)
    expect(document.screens?.shortcuts.length).toBeGreaterThan(0)
    expect(Object.keys(document.screens?.widgets ?? {})).not.toHaveLength(0)
  })

  it('says in both languages what it gives where that is nothing', () => {
    const lists = document.tools.filter(({ inputSchema, facts }) => facts.effect === 'read' && !JSON.stringify(inputSchema).includes('"required"'))
    expect(lists.length).toBeGreaterThan(0)
    for (const { facts, empty } of lists) expect([facts.id, empty]).toEqual([facts.id, { zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.stringMatching(/^[A-Z]/) }])
  })
})

it('what leaves is said where something leaves: a booking alone tells anybody anything', () => {
  const acting = ids.filter((id) => load(id).tools.some(({ facts }) => facts.effect !== 'read'))
  expect(acting).toEqual(['shuttle'])
  expect(ids.filter((id) => load(id).disclosure.length > 0)).toEqual(acting)
  expect(Object.fromEntries(load('shuttle').tools.map(({ facts }) => [facts.id, [facts.effect, facts.irreversible, facts.private]]))).toEqual({
    'shuttle.runs': ['read', false, false], 'shuttle.mine': ['read', false, true], 'shuttle.book': ['write', false, true], 'shuttle.cancel': ['write', true, true],
  })
})
