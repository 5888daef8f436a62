import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type Ran, type Stage, openStage } from '../journeys/stage.ts'

/** `pkuh sim` as a person uses it who has read nothing: what stands on the screen is enough to sign in. */

const bare = (stage: Stage, words: readonly string[]): Promise<Ran> => new Promise((done) => {
  const env = { ...stage.env, XDG_DATA_HOME: `${stage.home}/other` }
  execFile(process.execPath, [resolve('bin/pkuh.js'), ...words], { env }, (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }))
})

it('a campus that was started names its accounts, their passwords and where their codes are, and says them again when asked for its state', async () => {
  await using stage = await openStage()
  try {
    const started = await bare(stage, ['sim', 'start'])
    expect(started.code).toBe(0)
    for (const { id, password } of stage.campus.data.accounts) expect(started.stdout).toMatch(new RegExp(`${id} +${password}`))
    for (const line of ['pkuh --profile sim login --user 2500000001', 'pkuh sim codes', "alias spkuh='pkuh --profile sim'"]) expect(started.stdout).toContain(line)
    expect((await bare(stage, ['sim', 'status'])).stdout).toBe(started.stdout)
    expect((await bare(stage, ['--lang', 'en', 'sim', 'status'])).stdout).toContain('wants a token code too')
    expect((await bare(stage, ['sim', 'codes', '2500000002'])).stdout).toMatch(/手机令牌 +\d{6}\n短信验证码（最近一条） +还没有\n图形验证码（最近画的一张） +还没有\n/)
    expect((await bare(stage, ['sim', 'codes', '2500000001'])).stdout).toContain('这个账号没有令牌')
    expect(await bare(stage, ['sim', 'codes', '2500000009'])).toMatchObject({ code: 3, stdout: '' })
  } finally {
    await bare(stage, ['sim', 'stop'])
  }
  expect(await bare(stage, ['sim', 'codes', '2500000002'])).toMatchObject({ code: 6, stdout: '' })
})
