import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ledger, openLedger } from '../../../fixtures/attacks/ledger.ts'
import { campusActs } from '../../../fixtures/attacks/plugins/campus-acts.ts'
import { localActs } from '../../../fixtures/attacks/plugins/local-acts.ts'
import { privateMemory } from '../../../fixtures/attacks/private.ts'
import { abilitiesIn, loadPlugins } from '../../../src/daemon/load-plugins.ts'
import { systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'
import { adaptBundled } from '../../../src/plugins/bundled/adapt-bundled.ts'
import type { DocumentFiles } from '../../../src/plugins/document/document-files.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import type { House as Reading } from '../../../src/plugins/document/run/run-state.ts'
import { officialRepository } from '../../../src/plugins/market/source.ts'
import { readFolder } from '../../../src/plugins/market/read-folder.ts'
import type { RegisteredPlugin } from '../../../src/plugins/registry/plugin.ts'
import { nameDestination } from '../../../src/rules/destination.ts'
import { account, type CampusStage } from './campus-stage.ts'
import { remotePlugin } from './remote-plugin.ts'

/** What every house of a suite begins with, made once: the plugins, and a database in which all of them are agreed to. */
export interface Base extends Disposable {
  /** All that ships, and the suite's own bundled ones. */
  readonly plugins: readonly RegisteredPlugin[]
  /** The community document, with something written behind its instructions, and behind a tool's description. */
  readonly clubs: (guidance: { readonly plugin: string; readonly tool: string }) => RegisteredPlugin
  /** A community document that keeps what it read and has things remembered; and its files, for where it is installed from. */
  readonly clippings: RegisteredPlugin
  readonly clippingsFiles: DocumentFiles
  /** An official document, whose next version is put into its repository, with other words in its PLUGIN.md. */
  readonly publishOfficial: (change: (main: string) => string) => void
  readonly reading: Reading
  readonly remote: (guidance: Parameters<typeof remotePlugin>[1]) => RegisteredPlugin
  readonly ledger: Ledger
  /** A database to copy. */
  readonly database: string
}

export function openBase(stage: CampusStage): Base {
  const ledger = openLedger()
  const place = mkdtempSync(join(tmpdir(), 'attack-base-'))
  const settings = openStore(join(place, 'settings.db'), { clock: systemClock, chance: systemChance })
  const ships = loadPlugins({ campus: stage.campus, clock: systemClock, extractor: stage.extractor, settings: settings.settings, documents: join('plugins', 'documents') })
  for (const spec of [...campusActs, ...localActs(ledger)]) ships.register(adaptBundled(spec, stage))
  const reading: Reading = { campus: stage.campus, extractor: stage.extractor, clock: systemClock, ability: abilitiesIn(ships) }
  const plugins = ships.plugins()
  const { files } = readFolder(join('fixtures', 'attacks', 'documents', 'clubs'))
  const quiet = loadDocument(files, { trust: 'community' }, reading)
  const { files: clippingsFiles } = readFolder(join('fixtures', 'attacks', 'documents', 'clippings'))
  const clippings = loadDocument(clippingsFiles, { trust: 'community' }, reading)
  const clubs: Base['clubs'] = (guidance) => (guidance.plugin + guidance.tool === '' ? quiet : loadDocument(withMore(files, guidance), { trust: 'community' }, reading))
  const remote: Base['remote'] = (guidance) => remotePlugin(stage.door, guidance)
  const database = join(place, 'harness.db')
  const store = openStore(database, { clock: systemClock, chance: systemChance })
  store.transaction(() => { agree(store, [...plugins, quiet, clippings, remote({ tool: '', argument: '', plugin: '' })]); seed(store) })
  store.close()
  const { files: canteen } = readFolder(join('plugins', 'documents', 'canteen'))
  const publishOfficial: Base['publishOfficial'] = (change) => {
    const text = (name: string, bytes: Uint8Array): string => { const was = Buffer.from(bytes).toString('utf8'); return name === 'PLUGIN.md' ? change(was) : was }
    stage.github.push(`${officialRepository.owner}/${officialRepository.repo}`, Object.fromEntries([...canteen].map(([name, bytes]) => [`canteen/${name}`, text(name, bytes)])))
  }
  return { publishOfficial, plugins, clubs, clippings, clippingsFiles, reading, remote, ledger, database, [Symbol.dispose]: () => { settings.close(); rmSync(place, { recursive: true, force: true }) } }
}

/** The person agrees to all the places that these declare. */
export function agree(store: Store, plugins: readonly RegisteredPlugin[]): void {
  for (const plugin of plugins) {
    const places = new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.map(nameDestination)))
    for (const destination of places) store.consents.accept({ account, plugin: plugin.id, destination })
  }
  store.consents.accept({ account, plugin: 'plugins', destination: 'local' })
}

/** What the person has on this machine before anything happens. */
function seed(store: Store): void {
  const put = (plugin: string, kind: string, id: string, value: { readonly [name: string]: string }, of: readonly string[] = []) =>
    store.records.put({ account, plugin }, { id, kind, value, status: 'saved', source: 'user', labels: { untrusted: [], private: of } })
  put('memory', 'memory', 'own-memory', { text: privateMemory }, ['memory'])
  put('todo', 'todo', 'own-todo', { text: '交实验报告' }, ['todo'])
  put('agenda', 'agenda', 'own-event', { title: '组会', at: '2026-12-02 14:00' }, ['agenda'])
  store.values.put({ account, plugin: 'clippings' }, 's:clip', { value: '储物柜招领', private: false }, { untrusted: ['clippings.clip'], private: [] })
}

function withMore(files: DocumentFiles, { plugin, tool }: Parameters<Base['clubs']>[0]): DocumentFiles {
  const written = (bytes: Uint8Array): string => `${Buffer.from(bytes).toString('utf8').replace(described, (_, zh: string, en: string) => `zh: ${JSON.stringify(`${zh} ${tool}`)}, en: ${JSON.stringify(`${en} ${tool}`)}`)}\n${plugin}\n`
  return new Map([...files].map(([name, bytes]) => [name, name === 'PLUGIN.md' ? Buffer.from(written(bytes)) : bytes]))
}
const described = /zh: (最近的活动), en: (Events that come next)/
