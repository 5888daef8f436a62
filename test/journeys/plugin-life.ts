import type { Host } from '../../fixtures/campus/server/exchange.ts'
import { simulatedGithub } from '../../fixtures/github/github.ts'
import type { ResultOf } from '../../src/daemon/protocol/methods.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { folder, type Written, written } from '../plugins/market/documents.ts'
import { openStage, type Stage } from './stage.ts'

export const repository = 'someone/plugins'
const link = `https://github.com/${repository}/tree/HEAD/reader`

/** A house in which the plugin `reader` can be installed from a repository, and what a person there does with it. */
export interface Life extends AsyncDisposable {
  readonly stage: Stage
  readonly person: Client
  readonly github: ReturnType<typeof simulatedGithub>
  push(given?: Written, more?: Readonly<Record<string, string>>): string
  open(source?: string): Promise<NonNullable<ResultOf<'plugins.open'>['sheet']>>
  install(source?: string): Promise<ResultOf<'plugins.install'>>
  update(plugin?: string): Promise<string>
  hash(plugin?: string): Promise<string>
  call(tool: string): Promise<string>
  /** kill -9, and a start anew. */
  again(): Promise<Client>
}

export async function openLife(given: Written = {}, websites: readonly Host[] = []): Promise<Life> {
  const github = simulatedGithub()
  const stage = await openStage({ campus: { others: [...github.hosts, ...websites] } })
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
    async again() {
      await stage.killDaemon()
      await stage.pkuh(['daemon', 'start'])
      return stage.person()
    },
    async [Symbol.asyncDispose]() { person.close(); await stage[Symbol.asyncDispose]() },
  }
  return life
}
