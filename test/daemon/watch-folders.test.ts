import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchFolders } from '../../src/daemon/watch-folders.ts'
import type { InstalledRow } from '../../src/plugins/market/installed-rows.ts'
import { sourceOfFolder } from '../../src/plugins/market/source.ts'

const times = { restMs: 30, askMs: 60 }

function seat() {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-watch-'))
  const folder = join(home, 'mine')
  mkdirSync(join(folder, '.git', 'objects'), { recursive: true })
  const row = (path: string): InstalledRow => ({ hash: 'a'.repeat(64), version: '1.0.0', from: path, commit: null, source: sourceOfFolder(path), trust: 'community', verified: false, installedAt: 0 })
  const rows = new Map([['mine', row(folder)]])
  let looks = 0
  const watch = watchFolders({ all: () => rows }, () => { looks += 1 }, times)
  onTestFinished(() => { watch.close(); rmSync(home, { recursive: true, force: true }) })
  const write = (name: string, at = folder): void => { writeFileSync(join(at, name), String(Math.random())) }
  return {
    home, folder, rows, watch, write,
    /** Watched from here on. */
    async start() { watch.sync(); await vi.waitFor(() => expect(looks).toBe(1)) },
    /** What is done leads to a look. */
    async seen(what: string, work: () => void) {
      const before = looks
      work()
      await vi.waitFor(() => expect(looks, what).toBeGreaterThan(before), { timeout: 5_000, interval: 10 })
      await sleep(4 * times.askMs)
    },
    async unseen(what: string, work: () => void) {
      const before = looks
      work()
      await sleep(6 * times.askMs)
      expect(looks, what).toBe(before)
    },
  }
}

it('a save is seen, in a folder that came later too; what begins with a dot is not looked for', async () => {
  const { folder, seen, unseen, write, start } = seat()
  await start()
  await seen('a file', () => write('PLUGIN.md'))
  await seen('a folder', () => mkdirSync(join(folder, 'tools')))
  await seen('a file in it', () => write('tools/a.yaml'))
  await seen('a file that takes the place of another', () => { write('.a.swp'); renameSync(join(folder, '.a.swp'), join(folder, 'PLUGIN.md')) })
  await unseen('an editor’s own file', () => write('.a.swp'))
  await unseen('what Git keeps', () => write('.git/objects/x'))
})

it('a folder that was moved away and made anew, or deleted and brought back, is watched again', async () => {
  const { home, folder, seen, unseen, write, start } = seat()
  await start()
  await seen('moved and made anew', () => { renameSync(folder, join(home, 'old')); mkdirSync(folder) })
  await seen('a save in the new one', () => write('PLUGIN.md'))
  await unseen('a save in the one that was moved away', () => write('PLUGIN.md', join(home, 'old')))
  rmSync(folder, { recursive: true })
  await sleep(4 * times.askMs)
  await seen('brought back, deleted and brought back at once', () => { mkdirSync(folder); rmSync(folder, { recursive: true }); mkdirSync(folder) })
  await seen('a save in the one after', () => write('PLUGIN.md'))
  rmSync(folder, { recursive: true })
  await sleep(4 * times.askMs)
  await seen('brought back', () => mkdirSync(folder))
  await seen('a save in it', () => write('PLUGIN.md'))
})

it('what is installed no more is watched no more', async () => {
  const { rows, watch, unseen, write, start } = seat()
  await start()
  rows.clear()
  watch.sync()
  await unseen('a save', () => write('PLUGIN.md'))
})

it('a folder is looked at once when it begins to be watched: it may have been saved while nobody watched', async () => {
  const { watch, seen, unseen } = seat()
  await seen('it begins', () => watch.sync())
  await unseen('it is watched already', () => watch.sync())
})
