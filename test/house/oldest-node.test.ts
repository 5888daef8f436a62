import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sources } from './rooms.ts'

/**
 * Ways of the language and of Node's that 20.19 does not have, or has only in some of its releases: each compiles here and fails on
 * somebody's machine. The types, whose version is checked below, keep most of them out already: `URL.parse` they let through.
 * Source: the "Added in" lines of Node's documentation and the V8 of each release, 11.3 in Node 20.
 */
const newer = new RegExp([
  String.raw`\bURL\.parse\(`, // 22.1
  String.raw`\bPromise\.(?:withResolvers|try)\b`, String.raw`\bArray\.fromAsync\b`, String.raw`\b(?:Object|Map)\.groupBy\b`, String.raw`\bRegExp\.escape\b`,
  String.raw`\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(`, String.raw`\bnew Set\([^()]*\)\.(?:union|intersection|difference)\(`,
  String.raw`\bUint8Array\.from(?:Base64|Hex)\b`, String.raw`\.(?:toBase64|toHex|setFromBase64|setFromHex)\(`, String.raw`\bError\.isError\b`, String.raw`\bMath\.(?:sumPrecise|f16round)\b`,
  String.raw`['"]node:sqlite['"]`, String.raw`\bimport\.meta\.main\b`, String.raw`\bnew WebSocket\(`, String.raw`\b(?:globSync|registerHooks|matchesGlob)\b`,
].join('|'))

it('nothing that runs on a person’s machine asks for more than the oldest Node that is promised', () => {
  for (const way of ['URL.parse(text)', 'Promise.withResolvers<void>()', 'new Set(a).union(b)', "import 'node:sqlite'"]) expect(way).toMatch(newer)
  for (const way of ['URL.canParse(text)', 'z.union([a, b])', '[...map.values()].map(f)', 'import.meta.dirname']) expect(way).not.toMatch(newer)
  const paths = ['src', 'plugins', 'fixtures'].flatMap((folder) => sources(folder))
  const found = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n').flatMap((line, at) => (newer.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])))
  expect(found).toEqual([])
})

it('the types are those of that Node, and of the language that its V8 has', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { engines, devDependencies } = read('package.json')
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${engines.node.replace('>=', '').replaceAll('.', String.raw`\.`)}\\.`))
  expect(read('tsconfig.json').compilerOptions.lib).toEqual(['ES2023', 'ES2024.String', 'ESNext.Disposable'])
})
