import { expect, it } from 'vitest'
import { linkOf, sourceOfFolder, sourceOfLink } from '../../../src/plugins/market/source.ts'
import { caught } from '../scene/documents.ts'

it.each([
  ['https://github.com/a/b', 'https://github.com/a/b'], ['https://github.com/a/b.git', 'https://github.com/a/b'], ['https://github.com/a/b/', 'https://github.com/a/b'],
  ['https://github.com/a/b/tree/main', 'https://github.com/a/b/tree/main'], ['https://github.com/a/b/tree/v1.0/x/y', 'https://github.com/a/b/tree/v1.0/x/y'],
  ['https://github.com/a/b/blob/main/x/PLUGIN.md', 'https://github.com/a/b/tree/main/x'], ['https://github.com/a/b/tree/HEAD/x', 'https://github.com/a/b/tree/HEAD/x'],
  ['https://x.example.org/p/PLUGIN.md#top', 'https://x.example.org/p/PLUGIN.md'],
])('%s is read as %s', (link, same) => {
  expect(linkOf(sourceOfLink(link))).toBe(same)
  expect(sourceOfLink(linkOf(sourceOfLink(link)))).toEqual(sourceOfLink(link))
})

it.each([
  'http://github.com/a/b', 'https://github.com/a', 'https://github.com/a/b/issues/1', 'https://github.com/a/b/tree/-x', 'https://github.com/a/b/blob/main/x.md',
  'https://github.com/a/b/tree/main/.github', 'https://github.com/a/b/tree/main/x%2fy', 'https://u@github.com/a/b', 'https://github.com:8443/a/b', 'https://x.example.org/p/', 'https://x.example.org/PLUGIN.md.exe', 'git@github.com:a/b', 'file:///p/PLUGIN.md', 'PLUGIN.md', '',
])('%s is no link to install from', (link) => expect(caught(() => sourceOfLink(link)).code).toBe('MARKET_LINK'))

it('a folder is named by its whole path', () => {
  expect(caught(() => sourceOfFolder('x')).code).toBe('MARKET_LINK')
  for (const path of ['/x', '/x/PLUGIN.md']) expect(sourceOfFolder(path)).toEqual({ kind: 'folder', path: '/x' })
})
