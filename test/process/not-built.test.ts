import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { HarnessError, explain } from '../../src/rules/errors/index.ts'

/** A checkout that was linked and never built. */
const checkout = mkdtempSync(join(tmpdir(), 'pkuh-unbuilt-'))
beforeEach(() => {
  rmSync(join(checkout, 'dist'), { recursive: true, force: true })
  cpSync('bin', join(checkout, 'bin'), { recursive: true })
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<{ code: unknown; stdout: string; stderr: string }> => new Promise((done) => {
  execFile(process.execPath, [join(checkout, 'bin', 'pkuh.js'), ...words], { env }, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }))
})
const said = (lang: 'zh' | 'en', name = 'dist/cli.cjs') => explain(new HarnessError('BUNDLE_MISSING', { name }), lang)

describe('without a build', () => {
  it.each([
    ['zh', ['status'], {}], ['zh', ['status'], { LANG: 'zh_CN.UTF-8' }], ['en', ['status'], { LANG: 'en_GB.UTF-8' }],
    ['en', ['--lang', 'en', 'status'], { LANG: 'zh_CN.UTF-8' }], ['zh', ['status', '--lang=zh'], { LANG: 'C' }],
  ] as const)('the words are those of BUNDLE_MISSING in %s: %j under %j', async (lang, words, env) => {
    const { message, hint } = said(lang)
    const ran = await run(words, env)
    expect([ran.code, ran.stdout]).toEqual([1, ''])
    for (const part of [message, hint]) expect(ran.stderr).toContain(part)
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(2)
    const { code, stdout, stderr } = await run([...words, '--json'], env)
    expect([code, stderr, JSON.parse(stdout)]).toEqual([1, '', { ok: false, error: said(lang) }])
  })

  it('a build that takes the place of another leaves none for an instant, which is waited for', async () => {
    // In the place of the command itself: what is run, and when it comes.
    const late = join(checkout, 'later')
    mkdirSync(late, { recursive: true })
    writeFileSync(join(late, 'cli.cjs'), 'process.stdout.write("ran")')
    writeFileSync(join(late, 'commands.cjs'), '')
    for (let tries = 0; tries < 5; tries++) {
      cpSync(late, join(checkout, 'dist'), { recursive: true })
      renameSync(join(checkout, 'dist'), join(checkout, 'away'))
      const running = run(['status'])
      await sleep(150)
      renameSync(join(checkout, 'away'), join(checkout, 'dist'))
      expect(await running).toEqual({ code: 0, stdout: 'ran', stderr: '' })
      rmSync(join(checkout, 'dist'), { recursive: true })
    }
  })

  it('a build that was cut short is told by the file that is missing', async () => {
    mkdirSync(join(checkout, 'dist'))
    writeFileSync(join(checkout, 'dist', 'cli.cjs'), '')
    expect(JSON.parse((await run(['--json', 'help'])).stdout)).toEqual({ ok: false, error: said('zh', 'dist/commands.cjs') })
  })
})
