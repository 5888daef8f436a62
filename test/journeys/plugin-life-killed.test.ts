import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { simulatedGithub } from '../../fixtures/github/github.ts'
import { folder, written } from '../plugins/market/documents.ts'
import { openStage, type Stage, until } from './stage.ts'

const repository = 'someone/plugins'
const link = 'https://github.com/someone/plugins/tree/HEAD/reader'
const rounds = 14

/** kill -9 of this very process, and until it is gone. */
async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until('the daemon is gone', () => { try { process.kill(pid, 0); return false } catch { return true } })
}

/** What runs after a start anew, and what lies in the folder of copies. */
async function standing(stage: Stage): Promise<{ readonly hash: string | undefined; readonly state: string | undefined; readonly copies: readonly string[]; readonly chain: boolean }> {
  await stage.pkuh(['daemon', 'start'])
  const person = await stage.person()
  try {
    const found = await person.request('plugins.show', { plugin: 'reader' }).catch(() => undefined)
    const { ok } = await person.request('audit.verify', {})
    let copies: string[] = []
    try { copies = readdirSync(join(stage.places.data, 'plugins')) } catch { /* nothing was ever stored */ }
    return { hash: found?.contentHash, state: found?.state, copies, chain: ok }
  } finally {
    person.close()
  }
}

async function unharmed(stage: Stage): Promise<readonly [number, number]> {
  const person = await stage.person()
  const { sheet } = await person.request('plugins.open', { source: { link: 'https://github.com/someone/else/tree/HEAD/reader' } })
  const begun = performance.now()
  await person.request('plugins.install', { plugin: 'probe', digest: sheet?.digest ?? '' })
  const between = performance.now()
  await person.request('plugins.update', { plugin: 'probe' })
  const ended = performance.now()
  await person.request('plugins.remove', { plugin: 'probe', data: true })
  person.close()
  return [between - begun, ended - between]
}

it('killed at any moment of an install or an update, the old version or the new one is there, whole', async () => {
  const github = simulatedGithub()
  await using stage = await openStage({ campus: { others: github.hosts } })
  github.push(repository, folder('reader', written()))
  github.push('someone/else', folder('reader', written({ id: 'probe' })))
  await stage.pkuh(['daemon', 'start'])
  // How long each takes here, so that the kills fall on all of it and a little past its end.
  const [installMs, updateMs] = await unharmed(stage)
  let before: string | undefined
  const ended = { old: 0, new: 0 }
  for (let round = 0; round < rounds; round++) {
    const person = await stage.person()
    const pid = await stage.daemonPid()
    let after: string
    if (before === undefined) {
      const { sheet } = await person.request('plugins.open', { source: { link } })
      after = sheet?.contentHash ?? ''
      person.request('plugins.install', { plugin: 'reader', digest: sheet?.digest ?? '' }).catch(() => undefined)
    } else {
      github.push(repository, folder('reader', written({ version: `1.0.${round + 1}` })))
      after = ''
      person.request('plugins.update', { plugin: 'reader' }).catch(() => undefined)
    }
    // A daemon that has just started takes longer than one that has done it before.
    await sleep(before === undefined ? installMs * (round % 4) / 2 : updateMs * (round % 7))
    await kill(pid)
    person.close()
    const now = await standing(stage)
    expect(now.chain, `round ${round}`).toBe(true)
    if (now.hash !== before) {
      expect(now.state).toBe('ready')
      if (after !== '') expect(now.hash).toBe(after)
      ended.new += 1
    } else ended.old += 1
    if (now.hash !== undefined) expect(now.state).toBe('ready')
    // A copy that nobody agreed to is gone at the next start.
    expect(now.copies).toEqual(now.hash === undefined ? [] : [`${now.hash}.json`])
    before = now.hash
  }
  console.log(`${installMs.toFixed(0)} ms and ${updateMs.toFixed(0)} ms; killed ${rounds} times while a plugin was installed or updated: ${ended.old} times the old version stood, ${ended.new} times the new one`)
  expect([ended.old > 0, ended.new > 0]).toEqual([true, true])
}, 300_000)
