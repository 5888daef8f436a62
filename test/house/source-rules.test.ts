import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources } from './rooms.ts'

const ours = ['src', 'plugins', 'fixtures', 'test', 'bench'].flatMap((folder) => sources(folder))
const shipped = ours.filter((path) => !path.startsWith('test/') && !path.startsWith('bench/'))
const lines = (path: string) => readFileSync(path, 'utf8').split('\n')
/** Every line that a pattern matches, as `file:line`. */
const found = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) => lines(path).flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])))

it('no file is over 300 lines', () => {
  expect(ours.filter((path) => lines(path).length > 301)).toEqual([])
})

it('no file is called utils, helpers, common or misc', () => {
  expect(ours.filter((path) => /^(utils|helpers|common|misc)\./.test(basename(path)))).toEqual([])
})

it('what tells a list, a map or an object of JSON is one guard each, in the rules', () => {
  const pattern = /(?:function|const)\s+\w+\s*=?\s*\([^)]*\):\s*\w+ is (?:readonly Json\[\]|JsonObject|Readonly<Record<string, Json>>)/
  expect('const isMap = (value: Json): value is Readonly<Record<string, Json>> => isObject(value)').toMatch(pattern)
  expect(found(shipped, pattern).filter((line) => !line.startsWith('src/rules/json.ts'))).toEqual([])
})

it('no `any`, no `as unknown as`, no non-null `!`, no suppressed type error', () => {
  const pattern = /(?<![\w'`"-])any(?=[\s]*[,;)>[\]|&=]|$)(?<=(?:[:<|&,(]|\bas)\s*any)|\bas unknown as\b|@ts-(?:ignore|expect-error|nocheck)|[\w)\]]!(?:\.|\[|\)|;|,|$)/
  expect('const a: any = 1').toMatch(pattern)
  expect('x as unknown as Y').toMatch(pattern)
  expect('value!.length').toMatch(pattern)
  expect(found(ours.filter((path) => !path.startsWith('test/house/')), pattern).filter((line) => !/: (\/\/|\*|\/\*\*)/.test(line))).toEqual([])
})

describe('no switch disables TLS or address checks (must be seen 12)', () => {
  it('nothing turns certificate checks off', () => {
    const pattern = /rejectUnauthorized\s*[:=](?!\s*true\b)|checkServerIdentity\s*[:=]|NODE_TLS_REJECT_UNAUTHORIZED['"]?\s*[\]:]?\s*=(?!=)|allowUnauthorized|insecureHTTPParser|--insecure/
    expect('rejectUnauthorized: false').toMatch(pattern)
    expect(found(shipped, pattern)).toEqual([])
  })

  it('the only reader of the environment is the daemon, its protocol and the terminal', () => {
    const readers = found(shipped.filter((path) => path.startsWith('src/')), /process\.env\b/).map((line) => line.split(':')[0] ?? '')
    expect(readers.filter((path) => !/^src\/(daemon|terminal)\//.test(path) && !path.startsWith('src/host/keystore/helper'))).toEqual([])
  })

  it('only the door imports an HTTP client, TLS or a resolver', () => {
    const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"`](?:undici|(?:node:)?(?:https?2?|tls|dns(?:\/promises)?))['"`]|\bfetch\(/
    for (const way of [`import { request } from 'undici'`, `const { request } = await import("node:https")`, `import 'node:tls'`, `require('http2')`]) expect(way).toMatch(pattern)
    const importers = found(shipped.filter((path) => path.startsWith('src/') || path.startsWith('plugins/')), pattern)
    expect(importers.filter((line) => !line.startsWith('src/host/net/'))).toEqual([])
    expect(importers).not.toHaveLength(0)
  })
})
