import { errorTable, fill, HarnessError } from '../../rules/errors/index.ts'
import { permissionsSchema } from '../../rules/lattice/permissions.ts'
import type { ToolState } from '../../rules/call.ts'
import type { Words } from '../../sdk/index.ts'
import { loadDocument } from '../document/load-document.ts'
import type { House } from '../document/run/run-state.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'
import type { InstalledRow } from './installed-rows.ts'
import type { StoredCopies } from './stored-copies.ts'

/**
 * The version of a plugin that was agreed to, from its stored copy and from nowhere else. A copy that is gone or changed, and one
 * that this version of the host cannot read, gives a plugin without tools that says why: the others start all the same.
 */
export function loadInstalled(id: string, row: InstalledRow, copies: StoredCopies, reading: House): RegisteredPlugin {
  const files = copies.read(row.hash)
  if (!files) return withoutTools(id, row, 'changed', new HarnessError('MARKET_STORED', { plugin: id }))
  try {
    const plugin = loadDocument(files, { trust: row.trust, fetched: true }, reading)
    return plugin.id === id ? plugin : withoutTools(id, row, 'changed', new HarnessError('MARKET_STORED', { plugin: id }))
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return withoutTools(id, row, 'unavailable', error)
  }
}

function withoutTools(id: string, { trust, version, hash }: InstalledRow, state: ToolState, why: HarnessError): RegisteredPlugin {
  const name: Words = { zh: id, en: id }
  const empty = { zh: '', en: '' }
  return Object.freeze({
    id, form: 'document', trust, version, name, summary: empty, core: false, instructions: empty, scopes: [], websites: [], disclosure: [], contentHash: hash, tools: [],
    state, stateReason: { zh: fill(errorTable[why.code].zh, why.params), en: fill(errorTable[why.code].en, why.params) },
    permissions: () => permissionsSchema.parse({
      plugin: id, form: 'document', trust, server: null, core: false, services: [], websites: [], abilities: [], uses: [], legacy: [], disclosure: [], settings: {}, shortcuts: [],
      screens: {}, guidance: {}, tools: {},
    }),
  } as const)
}
