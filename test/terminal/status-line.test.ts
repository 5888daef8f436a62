import { array, assert, constantFrom, property } from 'fast-check'
import { expect, it } from 'vitest'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { statusLine } from '../../src/terminal/cli/status-line.ts'

it('the first bundle reads a plain `pkuh status` as the whole program does', () => {
  expect(statusLine(['--profile', 'sim', '--lang=en', 'status', '--json', '--no-color'], 'zh')).toMatchObject({ profile: 'sim', lang: 'en', json: true, color: false })
  expect(statusLine(['status', '--profile', 'sim'], 'zh')).toMatchObject({ profile: 'sim', lang: 'zh' })
  const word = constantFrom('status', '--json', '--json=1', '--quiet', '-q', '--no-color', '--lang', '--lang=en', '--lang=fr', 'zh', '--profile', '--profile=sim', '--profile=', 'sim', 'default', '--timeout', '--timeout=3', '--', '--help', 'x', 'status=')
  assert(property(array(word, { maxLength: 7 }), (words) => {
    const read = statusLine(words, 'zh')
    if (read === undefined) return
    const { globals, rest } = readGlobals(words, {})
    expect(rest).toEqual(['status'])
    expect(read).toEqual(globals)
  }), { numRuns: 3_000 })
})

it.each([[[]], [['status', 'x']], [['status', '--profile', 'prod']], [['status', '--timeout', '3']], [['status', '--help']], [['--', 'status']], [['status', '--profile', 'sim', '--profile', 'sim']], [['tools']]])('%j is the other bundle’s', (words) => {
  expect(statusLine(words, 'zh')).toBeUndefined()
})
