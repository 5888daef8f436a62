import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stage, openStage } from '../journeys/stage.ts'

/** The start of Unicode's list of wide characters, as minified: U+1100 to U+115F. */
const tables = '4352,4447'

it('what pkuh status loads is small, has no width tables and no Unicode property, whose sets take a millisecond to make', () => {
  const hot = readFileSync('dist/cli.cjs', 'utf8')
  expect(hot).not.toContain(tables)
  expect(hot).not.toMatch(/\\p\{/i)
  expect(hot.length).toBeLessThan(12 * 1024)
  expect(readFileSync('dist/commands.cjs', 'utf8')).toContain(tables)
})

describe('pkuh status says the same from either bundle', () => {
  let stage: Stage
  beforeAll(async () => { stage = await openStage() })
  afterAll(() => stage[Symbol.asyncDispose]())

  const from = (bundle: string, args: readonly string[]): Promise<string> => new Promise((done) => {
    execFile(process.execPath, [bundle, '--profile', 'sim', ...args], { env: stage.env }, (_, stdout) => done(stdout))
  })
  const lines = [['status'], ['status', '--json'], ['status', '--lang', 'en'], ['--lang=zh', 'status'], ['status', '--quiet', '--no-color']]

  it('signed out and signed in, in either language, as a document and as lines', async () => {
    await stage.pkuh(['status'])
    // Alone in a folder it has no other bundle to start over with.
    const alone = join(stage.home, 'cli.cjs')
    copyFileSync('dist/cli.cjs', alone)
    for (const before of [() => Promise.resolve(), () => stage.login()]) {
      await before()
      for (const line of lines) expect(await from(alone, line), line.join(' ')).toBe(await from(resolve('dist/commands.cjs'), line))
    }
  })
})
