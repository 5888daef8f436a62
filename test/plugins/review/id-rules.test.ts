import { expect, it } from 'vitest'
import { checkNewId } from '../../../src/plugins/review/id-rules.ts'
import { adaptBundled } from '../../../src/plugins/bundled/adapt-bundled.ts'
import { skeleton } from '../../../src/rules/skeleton.ts'
import { itWithShared } from '../../rules/shared-data.ts'
import { caught, rejected } from '../scene/documents.ts'
import { realCampus } from '../scene/scene.ts'

const held = [
  { id: 'treehole', form: 'bundled', trust: 'bundled' }, { id: 'classrooms', form: 'document', trust: 'official' }, { id: 'modern', form: 'document', trust: 'community' },
  { id: 'mcp-maps', form: 'remote', trust: 'remote' },
] as const
const community = (id: string) => checkNewId({ id, form: 'document', trust: 'community' }, held)
const remote = (id: string) => checkNewId({ id, form: 'remote', trust: 'remote' }, held)

it.each(['canteen', 'treehole-tools', 'pkunews', 'my-classrooms', 'maps2'])('%s is free', async (id) => {
  await expect(community(id)).resolves.toBeUndefined()
})

it.each([
  ['treehole', { code: 'PLUGIN_ID_TAKEN', form: 'bundled', trust: 'bundled' }],
  ['mcp-weather', { code: 'PLUGIN_ID_RESERVED' }],
  ['rncp-weather', { code: 'PLUGIN_ID_RESERVED' }],
  ['rncp-maps', { code: 'PLUGIN_ID_RESERVED' }],
  ['treeh0le', { code: 'PLUGIN_ID_ALIKE', other: 'treehole' }],
  ['treeho1e', { code: 'PLUGIN_ID_ALIKE', other: 'treehole' }],
  ['classroorns', { code: 'PLUGIN_ID_ALIKE', other: 'classrooms' }],
  ['modem', { code: 'PLUGIN_ID_ALIKE', other: 'modern' }],
  ['maps', { code: 'PLUGIN_ID_ALIKE', other: 'mcp-maps' }],
  ['pku-login', { code: 'PLUGIN_ID_OFFICIAL', prefix: 'pku-' }],
  ['0fficial-grades', { code: 'PLUGIN_ID_OFFICIAL', prefix: 'official-' }],
  ['official', { code: 'PLUGIN_ID_OFFICIAL' }],
  ['iaaa', { code: 'PLUGIN_ID_OFFICIAL' }],
  ['campus-card', { code: 'PLUGIN_ID_LEGACY', old: 'campus-card', plugin: 'wallet' }],
  ['uti1ities', { code: 'PLUGIN_ID_LEGACY', old: 'utilities' }],
] as const)('a community document may not be %s', async (id, expected) => {
  expect(await rejected(community(id))).toMatchObject(expected)
})

it.each([['mcp-treehole', 'PLUGIN_ID_ALIKE'], ['mcp-map5', undefined], ['mcp-rnaps', 'PLUGIN_ID_ALIKE'], ['mcp-pku-mail', 'PLUGIN_ID_OFFICIAL']])('a server may not take the looks of another behind its mcp-: %s', async (id, code) => {
  if (code === undefined) await expect(remote(id)).resolves.toBeUndefined()
  else expect(await rejected(remote(id))).toMatchObject({ code })
})

it('ours may begin as ours do, and may not take an id that is there', async () => {
  await expect(checkNewId({ id: 'pku-news', form: 'document', trust: 'official' }, held)).resolves.toBeUndefined()
  expect(await rejected(checkNewId({ id: 'modern', form: 'document', trust: 'official' }, held))).toMatchObject({ code: 'PLUGIN_ID_TAKEN' })
})

it.each([
  ['аdmin', 'admin'], ['ｔｒｅｅｈｏｌｅ', 'treehole'], ['tr\u200bee', 'tree'], ['𝓽ree', 'tree'], ['Ι1l|', 'IIII'], ['ⅿodern', 'modem'],
])('bug-log 85: %s looks like %s', async (one, other) => {
  expect(await skeleton(one)).toBe(await skeleton(other))
})

/** Its code points, in hexadecimal digits. */
const codes = (text: string): string => Array.from(text, (character) => character.codePointAt(0)?.toString(16)).join('-')

itWithShared('vectors/confusables/confusable_homoglyphs/confusables.json', 'Unicode’s look-alikes have one skeleton, all but eleven pairs of letters with marks, whose marks do not count here', async (text) => {
  const table = JSON.parse(text) as Record<string, readonly { readonly c: string }[]>
  const pairs = Object.entries(table).flatMap(([one, others]) => others.map(({ c }) => [one, c] as const))
  const apart = new Set<string>()
  for (const [one, other] of pairs) if (await skeleton(one) !== await skeleton(other)) apart.add([one, other].map(codes).toSorted().join(' '))
  expect(pairs.length).toBeGreaterThan(12_000)
  expect([...apart].toSorted()).toEqual([
    '146 272', '163 1ab', '1a0 4f-27', '1a1 6f-27', '1ab 21b', '1e43 ab51', '13ef 1ff6', '200e-623-200e 200e-6c-674-200e', '200e-624-200e 200e-648-674-200e', '200e-626-200e 200e-649-674-200e', '200e-629-200e f6',
  ].toSorted())
})

it('only the plugin of the closed table takes over an old id', () => {
  const words = { zh: '样本', en: 'Sample' }
  const spec = (id: string, legacy: readonly string[]) => adaptBundled({ id, version: '1.0.0', name: words, summary: words, scopes: [], instructions: words, legacy, tools: {} }, { campus: realCampus })
  expect(spec('wallet', ['campus-card', 'netfee']).permissions().legacy).toEqual(['campus-card', 'netfee'])
  expect(caught(() => spec('wallet', ['treehole']))).toMatchObject({ code: 'PLUGIN_LEGACY_FORBIDDEN', id: 'treehole' })
  expect(caught(() => spec('memory', ['campus-card']))).toMatchObject({ code: 'PLUGIN_LEGACY_FORBIDDEN', plugin: 'memory' })
})
