import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { simulatedGithub } from '../../fixtures/github/github.ts'
import type { ResultOf } from '../../src/daemon/protocol/methods.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { folder, type Written, written } from '../plugins/market/documents.ts'
import { codeOf, openStage, type Stage } from './stage.ts'

/**
 * Must be seen 4: the life of a plugin. A real daemon, over TLS, with a server that stands for GitHub under GitHub's own host
 * names; every outcome is a row of the table that is printed at the end.
 */
const rows: [string, string][] = []
const seen = (what: string, outcome: string): void => { rows.push([what, outcome]) }
afterAll(() => { console.log(['the life of a plugin', ...rows.map(([what, outcome]) => `  ${what.padEnd(62)} ${outcome}`)].join('\n')) })

const repository = 'someone/plugins'
const link = `https://github.com/${repository}/tree/HEAD/reader`

interface Life extends AsyncDisposable {
  readonly stage: Stage
  readonly person: Client
  readonly github: ReturnType<typeof simulatedGithub>
  push(given?: Written, more?: Readonly<Record<string, string>>): string
  open(source?: string): Promise<NonNullable<ResultOf<'plugins.open'>['sheet']>>
  install(source?: string): Promise<ResultOf<'plugins.install'>>
  update(plugin?: string): Promise<string>
  hash(plugin?: string): Promise<string>
  call(tool: string): Promise<string>
}

async function openLife(given: Written = {}): Promise<Life> {
  const github = simulatedGithub()
  const stage = await openStage({ campus: { others: github.hosts } })
  github.push(repository, folder('reader', written(given)))
  await stage.pkuh(['daemon', 'start'])
  const person = await stage.person()
  const life: Life = {
    stage, person, github,
    push: (next = {}, more = {}) => github.push(repository, folder('reader', written({ ...given, ...next }), more)),
    async open(source = link) {
      const { sheet } = await person.request('plugins.open', { source: { link: source } })
      if (!sheet) throw new Error('exactly this version runs')
      return sheet
    },
    async install(source) {
      const { plugin, digest } = await life.open(source)
      return person.request('plugins.install', { plugin, digest })
    },
    async update(plugin = 'reader') {
      const { outcomes: [outcome] } = await person.request('plugins.update', { plugin })
      return outcome?.error?.code ?? outcome?.outcome ?? 'none'
    },
    hash: async (plugin = 'reader') => (await person.request('plugins.show', { plugin })).contentHash,
    async call(tool) {
      const outcome = await person.request('call', { tool, args: {} })
      return outcome.ok ? 'runs' : outcome.error.code
    },
    async [Symbol.asyncDispose]() { person.close(); await stage[Symbol.asyncDispose]() },
  }
  return life
}

describe('must be seen 4: the life of a plugin', () => {
  it('install: the sheet is of exactly the bytes that are stored, and a start needs no network', async () => {
    await using life = await openLife()
    const sheet = await life.open()
    expect(sheet).toMatchObject({ kind: 'install', plugin: 'reader', trust: 'community', verified: false, changes: null, services: [{ service: 'dean' }] })
    expect(sheet.source).toMatch(/^https:\/\/github\.com\/someone\/plugins\/tree\/[0-9a-f]{40}\/reader$/)
    expect(await life.call('reader.seen')).toBe('PLUGIN_TOOL_UNKNOWN')
    const done = await life.person.request('plugins.install', { plugin: 'reader', digest: sheet.digest })
    expect(done).toEqual({ plugin: 'reader', version: '1.0.0', contentHash: sheet.contentHash, state: 'ready' })
    expect(await life.call('reader.seen')).toBe('runs')
    const copies = join(life.stage.places.data, 'plugins')
    expect(readdirSync(copies)).toEqual([`${sheet.contentHash}.json`])
    expect([statSync(copies).mode & 0o777, statSync(join(copies, `${sheet.contentHash}.json`)).mode & 0o777]).toEqual([0o700, 0o600])
    seen('install from a GitHub folder, agreed to', 'stored under its hash, runs')

    const asked = life.stage.campus.recorder.all().filter(({ host }) => host.includes('github')).length
    await life.stage.killDaemon()
    life.github.remove(repository)
    const again = await life.stage.person()
    expect((await again.request('plugins.show', { plugin: 'reader' })).contentHash).toBe(sheet.contentHash)
    expect(life.stage.campus.recorder.all().filter(({ host }) => host.includes('github'))).toHaveLength(asked)
    again.close()
    seen('kill -9, its repository gone, started again', 'runs from the stored copy, nothing asked of GitHub')
  })
})
