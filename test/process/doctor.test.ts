import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../journeys/stage.ts'

/** What is wrong on the machine, and how `doctor` ends for it. */
const problems: readonly [what: string, finding: string, code: string, exit: number, make: (stage: Stage) => void][] = [
  ['a data directory that is open to others', 'data', 'DAEMON_UNSAFE_PLACE', 6, ({ places }) => chmodSync(places.data, 0o755)],
  ['a settings file that is not JSON', 'config', 'DAEMON_CONFIG', 2, ({ places }) => {
    mkdirSync(dirname(places.config), { recursive: true, mode: 0o700 })
    writeFileSync(places.config, '{', { mode: 0o600 })
  }],
  ['a simulated campus that is not up', 'sim', 'DAEMON_SIM_MISSING', 6, ({ places }) => rmSync(places.sim)],
]

describe('doctor', () => {
  it.each(problems)('with %s ends as that problem does, with every finding', async (_, what, code, exit, make) => {
    await using stage = await openStage()
    make(stage)
    const { ran, doc } = await stage.json(['doctor'])
    expect([ran.code, ran.stderr]).toEqual([exit, ''])
    expect(doc).toMatchObject({
      ok: false, error: { code, exit, hint: expect.stringMatching(/./) },
      data: { ok: false, findings: expect.arrayContaining([expect.objectContaining({ what, ok: false, code }), expect.objectContaining({ what: 'node', ok: true })]) },
    })
    const words = await stage.pkuh(['doctor', '--lang', 'en'])
    expect(words.code).toBe(exit)
    expect(words.stdout).toContain('✗')
    expect(words.stderr).not.toBe('')
  })

  it.runIf(process.platform === 'linux')('without a session bus ends as a keychain that is not running', async () => {
    await using stage = await openStage()
    const { ran, doc } = await stage.json(['doctor'], { profile: 'default' })
    expect([ran.code, doc]).toMatchObject([5, { ok: false, error: { code: 'KEYSTORE_DEAD' } }])
  })

  it('with several ends as the first of them', async () => {
    await using stage = await openStage()
    for (const [, , , , make] of problems) make(stage)
    const { ran, doc } = await stage.json(['doctor'])
    expect([ran.code, doc]).toMatchObject([6, { error: { code: 'DAEMON_UNSAFE_PLACE' } }])
  })
})
