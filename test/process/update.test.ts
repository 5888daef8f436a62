import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type Stage, openStage } from '../journeys/stage.ts'

/** What a person meets after they installed a newer pkuh while the daemon of the older one runs. */

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Starts the daemon of an older installation in the stage's place; its process. */
async function olderDaemon(stage: Stage): Promise<number> {
  const old = join(stage.home, 'older')
  mkdirSync(old)
  for (const folder of ['bin', 'dist']) cpSync(folder, join(old, folder), { recursive: true })
  for (const folder of ['node_modules', 'plugins']) symlinkSync(resolve(folder), join(old, folder))
  writeFileSync(join(old, 'package.json'), JSON.stringify({ version: '0.0.1' }))
  await new Promise((done) => { execFile(process.execPath, [join(old, 'bin/pkuh.js'), '--profile', 'sim', 'daemon', 'start'], { env: stage.env }, done) })
  expect((await stage.json(['daemon', 'status'])).doc).toMatchObject({ data: { version: '0.0.1' } })
  return stage.daemonPid()
}

it.each([['status'], ['tools']])('an idle daemon of the older version makes room at the next %s; looking at it alone ends none', async (line) => {
  await using stage = await openStage({ config: { keystore: 'vault' } })
  const older = await olderDaemon(stage)
  const { stdout } = await stage.pkuh(['--lang', 'en', 'doctor'])
  expect(stdout).toMatch(new RegExp(`0\\.0\\.1, process ${older} \\(older than this pkuh \\(${version.replaceAll('.', '\\.')}\\)`))
  expect(await stage.daemonPid()).toBe(older)
  const { ran } = await stage.json([line])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  expect((await stage.json(['daemon', 'status'])).doc).toMatchObject({ data: { version } })
  expect(await stage.daemonPid()).not.toBe(older)
}, 60_000)

it('one that somebody uses goes on, and status says so; it makes room when they are gone', async () => {
  await using stage = await openStage({ config: { keystore: 'vault' } })
  const older = await olderDaemon(stage)
  const other = await stage.script()
  expect((await stage.json(['status'])).doc).toMatchObject({ ok: true, data: { version: '0.0.1', pid: older, newer: version } })
  expect((await stage.pkuh(['--lang', 'en', 'status'])).stdout).toContain(`older than this pkuh (${version})`)
  other.close()
  await other.request('status', {}).catch(() => undefined)
  expect((await stage.json(['status'])).doc).toMatchObject({ ok: true, data: { version } })
}, 60_000)

it('one that holds a sign-in in memory only goes on until it is stopped', async () => {
  await using stage = await openStage()
  const older = await olderDaemon(stage)
  await stage.login()
  expect((await stage.json(['status'])).doc).toMatchObject({ ok: true, data: { version: '0.0.1', pid: older, newer: version, account: '2500000001' } })
  await stage.pkuh(['daemon', 'stop'])
  expect((await stage.json(['status'])).doc).toMatchObject({ ok: true, data: { version } })
  const { doc } = await stage.json(['status'])
  expect(doc.ok && doc.data).not.toHaveProperty('newer')
}, 60_000)
