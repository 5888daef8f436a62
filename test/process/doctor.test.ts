import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../journeys/stage.ts'

/** What is wrong on the machine, and how `doctor` ends for it. `make` returns what the environment gets in place of its own. */
const problems: readonly [what: string, finding: string, code: string, exit: number, named: string, make: (stage: Stage) => Readonly<Record<string, string>> | void][] = [
  ['a data directory that is open to others', 'data', 'DAEMON_UNSAFE_PLACE', 6, '755', ({ places }) => chmodSync(places.data, 0o755)],
  ['a data directory where a file is', 'data', 'DAEMON_PLACE_UNWRITABLE', 6, 'ENOTDIR', ({ home }) => { writeFileSync(join(home, 'file'), ''); return { XDG_DATA_HOME: join(home, 'file') } }],
  ['a runtime directory that all may write to', 'run', 'DAEMON_UNSAFE_PLACE', 6, 'open-to-others', ({ env }) => chmodSync(String(env['XDG_RUNTIME_DIR']), 0o777)],
  ['a socket path that is too long', 'socket', 'DAEMON_SOCKET_PATH_LONG', 6, '107', ({ home }) => ({ XDG_RUNTIME_DIR: join(home, 'x'.repeat(90)) })],
  ['a settings file that is not JSON', 'config', 'DAEMON_CONFIG', 2, 'not JSON', (stage) => settings(stage, '{')],
  ['a misspelt setting', 'config', 'DAEMON_CONFIG', 2, 'keystor unrecognized_keys', (stage) => settings(stage, '{"keystor":"os"}')],
  ['a setting that the profile has not', 'config', 'DAEMON_CONFIG', 2, 'keystore', (stage) => settings(stage, '{"keystore":"plain"}')],
  ['a directory where the settings file should be', 'config', 'DAEMON_CONFIG', 2, 'EISDIR', ({ places }) => { mkdirSync(places.config, { recursive: true }) }],
  ['a file where the settings\' directory should be', 'config', 'DAEMON_CONFIG', 2, 'ENOTDIR', ({ places }) => { mkdirSync(dirname(dirname(places.config)), { recursive: true }); writeFileSync(dirname(places.config), '') }],
  ['a database that is damaged', 'database', 'STORE_UNREADABLE', 1, 'harness.db', ({ places }) => writeFileSync(places.database, 'no database '.repeat(1_000), { mode: 0o600 })],
  ['a simulated campus that was never started', 'sim', 'DAEMON_SIM_MISSING', 6, 'pkuh sim start', ({ places }) => rmSync(places.sim)],
  ['a simulated campus whose port nobody answers on', 'sim', 'DAEMON_SIM_MISSING', 6, 'pkuh sim start', ({ places }) => writeFileSync(places.sim, JSON.stringify({ ...JSON.parse(readFileSync(places.sim, 'utf8')) as object, port: 1 }))],
]
function settings({ places }: Stage, text: string): void {
  mkdirSync(dirname(places.config), { recursive: true, mode: 0o700 })
  writeFileSync(places.config, text, { mode: 0o600 })
}

describe('doctor', () => {
  it.each(problems)('with %s ends as that problem does, with every finding and its remedy', async (_, what, code, exit, named, make) => {
    await using stage = await openStage()
    const env = { ...stage.env, ...make(stage) }
    const before = readdirSync(stage.home, { recursive: true })
    const { ran, doc } = await stage.json(['doctor'], { env })
    expect([ran.code, ran.stderr], ran.stdout).toEqual([exit, ''])
    const hint = expect.stringMatching(/./)
    expect(doc).toMatchObject({
      ok: false, error: { code, exit, hint },
      data: { ok: false, findings: expect.arrayContaining([expect.objectContaining({ what, ok: false, code, hint, detail: expect.stringContaining(named) }), expect.objectContaining({ what: 'node', ok: true })]) },
    })
    if (doc.ok) throw new Error('nothing was found')
    for (const lang of ['zh', 'en']) {
      const words = await stage.pkuh(['doctor', '--lang', lang], { env })
      expect(words.code).toBe(exit)
      const rows = words.stdout.split('\n')
      // Under each row with a cross stands what to do.
      const crosses = rows.flatMap((row, at) => (row.startsWith('✗') ? [at] : []))
      for (const at of crosses) expect(rows[at + 1]).toMatch(lang === 'zh' ? /^ {3}可以这样做：./ : /^ {3}What to do: ./)
      expect(rows.at(-2)).toContain(String(crosses.length))
      expect(words.stderr).not.toBe('')
    }
    expect(readdirSync(stage.home, { recursive: true })).toEqual(before)
  })

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('tells of a home that may only be read (needs root to make it)', async () => {
    await using stage = await openStage()
    chmodSync(stage.home, 0o755)
    const { doc } = await stage.json(['doctor'], { env: { ...stage.env, XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '' }, uid: 65_534 })
    expect(doc).toMatchObject({ ok: false, error: { code: 'DAEMON_PLACE_UNWRITABLE', message: expect.stringContaining('EACCES') }, data: { findings: expect.arrayContaining([expect.objectContaining({ what: 'data', ok: false })]) } })
  })

  it('finds nothing where all is well, with a daemon and without one', async () => {
    await using stage = await openStage()
    for (const _ of [1, 2]) {
      expect((await stage.json(['doctor'])).doc).toMatchObject({ ok: true, data: { ok: true } })
      await stage.pkuh(['status'])
    }
  })

  it.runIf(process.platform === 'linux')('without a session bus ends as a keychain that is not running', async () => {
    await using stage = await openStage()
    const { ran, doc } = await stage.json(['doctor'], { profile: 'default' })
    expect([ran.code, doc]).toMatchObject([5, { ok: false, error: { code: 'KEYSTORE_DEAD' } }])
  })

  it('with several ends as the first of them', async () => {
    await using stage = await openStage()
    for (const [, , , , , make] of [problems[0], problems[4], problems[10]].flatMap((one) => (one ? [one] : []))) make(stage)
    const { ran, doc } = await stage.json(['doctor'])
    expect([ran.code, doc]).toMatchObject([6, { error: { code: 'DAEMON_UNSAFE_PLACE' } }])
  })
})
