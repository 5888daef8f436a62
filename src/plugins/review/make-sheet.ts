import type { Campus } from '../../host/campus/campus.ts'
import { digest } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { own } from '../../rules/json.ts'
import { compare } from '../../rules/lattice/compare.ts'
import type { Permissions, ToolPermissions } from '../../rules/lattice/permissions.ts'
import { flagNames, type ReviewSheet, reviewSheetSchema, type UndigestedSheet } from '../../rules/lattice/review-sheet.ts'
import { shownRequest } from '../../rules/lattice/shown-request.ts'
import { budgets } from '../document/budgets.ts'
import type { Raise } from '../document/facts/tool-facts.ts'
import type { RegisteredPlugin, RegisteredTool } from '../registry/plugin.ts'

export interface SheetInput {
  readonly kind: ReviewSheet['kind']
  /** A document as it was loaded has what the host raised. */
  readonly plugin: RegisteredPlugin & { readonly raised?: readonly Raise[] }
  /** The permissions that are in force, for an update or a changed definition. */
  readonly before: Permissions | undefined
  /** The final URL, after redirects; undefined for what ships with the harness. */
  readonly source: string | undefined
  readonly verified: boolean
  readonly campus: Pick<Campus, 'service'>
}

/** The review sheet of a plugin (policy §7): what it may do and what it says of itself, bound to the hash of its bytes. */
export function makeSheet({ kind, plugin, before, source, verified, campus }: SheetInput): ReviewSheet {
  const permissions = plugin.permissions()
  const hostsOf = (service: string): string[] => [...campus.service(service)?.hosts ?? []]
  const sheet: UndigestedSheet = {
    kind, plugin: plugin.id, form: plugin.form, trust: plugin.trust, verified, version: plugin.version, name: { ...plugin.name }, summary: { ...plugin.summary },
    source: source ?? null, contentHash: plugin.contentHash,
    services: permissions.services.map((service) => ({ service, hosts: hostsOf(service) })),
    websites: [...permissions.websites], abilities: [...permissions.abilities, ...permissions.uses],
    leaves: leavesOf(plugin, permissions, hostsOf),
    budgets: plugin.form === 'document' ? Object.entries(budgets).map(([name, { limit, unit }]) => ({ name, limit, unit })) : [],
    tools: plugin.tools.map((tool) => toolOf(tool, permissions, plugin)),
    instructions: { ...plugin.instructions }, disclosure: plugin.disclosure.map((line) => ({ ...line })),
    changes: before ? [...compare(before, permissions)] : null,
  }
  return reviewSheetSchema.parse({ ...sheet, digest: digest(sheet) })
}

function toolOf(tool: RegisteredTool, { tools }: Permissions, { id, raised }: SheetInput['plugin']): UndigestedSheet['tools'][number] {
  const name = tool.facts.id.slice(id.length + 1)
  const may = own(tools, name)
  // A tool that the sheet does not tell of would be agreed to unseen.
  if (!may) throw new HarnessError('PLUGIN_DEFINITION_INVALID', { at: tool.facts.id })
  return {
    id: tool.facts.id, effect: may.effect, flags: flagNames.filter((flag) => (flag === 'pending' ? may.whenTainted === 'pending' : may[flag])), proof: proofOf(may),
    raised: (raised ?? []).filter((raise) => raise.tool === tool.facts.id).map(({ field, declared, raised: to, because }) => ({ field, declared, raised: to, because })),
    requests: may.requests.map(shownRequest), resultBytes: may.budgets.resultBytes,
    description: { ...tool.description }, confirm: tool.confirm ? { ...tool.confirm } : null,
  }
}

/**
 * Throws `PLUGIN_REVIEW_STALE` when what is about to be stored is not what the sheet was of, or the answer was given to
 * another sheet: asked right before the bytes are stored.
 */
export function expectReviewed(sheet: ReviewSheet, answered: { readonly digest: string }, bytes: { readonly contentHash: string }): void {
  const { digest: bound, ...rest } = sheet
  if (digest(rest) !== bound || answered.digest !== bound || bytes.contentHash !== sheet.contentHash) throw new HarnessError('PLUGIN_REVIEW_STALE', { plugin: sheet.plugin })
}

/** Requests to the campus are looked up in the endpoint table; what code, a website or a server does nobody can look up. */
const proofOf = ({ implied, destinations }: ToolPermissions): 'declared' | 'checked' =>
  (implied !== null && destinations.every((place) => place.startsWith('campus:')) ? 'checked' : 'declared')

function leavesOf({ trust, tools, id }: RegisteredPlugin, permissions: Permissions, hostsOf: (service: string) => string[]): UndigestedSheet['leaves'] {
  const places = [...new Set(Object.values(permissions.tools).flatMap(({ destinations }) => destinations))].toSorted()
  return places.map((to) => {
    const [kind = '', name = ''] = to.split(/:(.*)/s)
    // A document of ours that discloses it may send a website what it read of the person; nobody else's may.
    const disclosed = trust === 'official' && permissions.disclosure.length > 0
    return {
      to, hosts: kind === 'campus' ? hostsOf(name) : kind === 'website' ? [name] : permissions.server === null ? [] : [permissions.server],
      tools: tools.map(({ facts }) => facts.id).filter((tool) => own(permissions.tools, tool.slice(id.length + 1))?.destinations.includes(to)),
      carries: kind === 'campus' ? 'account' : disclosed && kind === 'website' ? 'private' : 'arguments',
    }
  })
}
