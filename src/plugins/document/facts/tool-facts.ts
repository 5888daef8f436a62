import type { Destination, ToolFacts, ToolState } from '../../../rules/call.ts'
import { stringsAreClosed } from '../schema/closed-strings.ts'
import type { Field } from '../schema/field.ts'
import type { ToolManifest } from '../manifest/manifest-schema.ts'
import { type Origin, type Reached, strongest } from './reached.ts'

/** Something the host set higher than the author declared, for the review sheet and lint ("effect lower than the steps imply"). */
export interface Raise {
  readonly tool: string
  readonly field: 'effect' | 'untrusted' | 'private' | 'irreversible' | 'userOnly' | 'durable'
  readonly declared: string
  readonly raised: string
  /** The request or rule that made it so. */
  readonly because: string
}

export interface FactsInput {
  readonly plugin: string
  readonly tool: string
  readonly manifest: ToolManifest
  readonly output: Field
  readonly reached: readonly Reached[]
  /** The tools it reaches by `call`: what their authors declared holds for it too. */
  readonly callees: readonly { readonly name: string; readonly manifest: ToolManifest }[]
  readonly origin: Origin
  readonly signedIn: (service: string) => boolean
  readonly state: ToolState
  readonly contentHash: string
  readonly definitionDigest: string
}

/** What the requests and the output of a tool say of it, whatever its author declared. */
export type Implied = Pick<ToolFacts, 'effect' | 'untrusted' | 'private' | 'irreversible'>

/** What policy knows of a document's tool: what its author declared, raised to what its steps can do. Nothing is ever lowered. */
export function toolFacts(input: FactsInput): { readonly facts: ToolFacts; readonly raised: readonly Raise[]; readonly implied: Implied } {
  const { manifest, reached, origin } = input
  const id = `${input.plugin}.${input.tool}`
  const raised: Raise[] = []
  const flag = (field: Exclude<Raise['field'], 'effect'>, declared: boolean | undefined, because: string | undefined): boolean => {
    if (declared !== true && because !== undefined) raised.push({ tool: id, field, declared: String(declared ?? 'unsaid'), raised: 'true', because })
    return declared === true || because !== undefined
  }
  const effect = strongest(manifest.effect, ...reached.map((reach) => reach.effect), ...input.callees.map((callee) => callee.manifest.effect))
  const called = (has: (manifest: ToolManifest) => boolean | undefined): string | undefined => {
    const callee = input.callees.find(({ manifest: of }) => has(of))
    return callee && `call ${callee.name}`
  }
  if (effect !== manifest.effect) {
    raised.push({ tool: id, field: 'effect', declared: manifest.effect, raised: effect, because: reached.find((reach) => reach.effect === effect)?.name ?? called((of) => of.effect === effect) ?? '' })
  }
  return {
    facts: {
      id, plugin: input.plugin, trust: origin.trust, effect,
      untrusted: flag('untrusted', manifest.untrusted, untrustedBecause(input) ?? called((of) => of.untrusted)),
      private: flag('private', manifest.private, privateBecause(input) ?? called((of) => of.private)),
      irreversible: flag('irreversible', manifest.irreversible, effect === 'read' ? undefined : reached.find((reach) => reach.irreversible)?.name ?? called((of) => of.irreversible)),
      userOnly: flag('userOnly', manifest.userOnly, called((of) => of.userOnly)),
      durable: flag('durable', manifest.durable, called((of) => of.durable)),
      // What a tool that it calls would ask about, it asks about.
      whenTainted: input.callees.every((callee) => callee.manifest.effect === 'read' || callee.manifest.whenTainted === 'pending') ? manifest.whenTainted ?? 'ask' : 'ask',
      overwrites: reached.some((reach) => reach.overwrites),
      asks: undefined,
      destinations: destinationsOf(reached),
      state: input.state, contentHash: input.contentHash, definitionDigest: input.definitionDigest,
    },
    raised,
    implied: {
      effect: strongest(...reached.map((reach) => reach.effect)), untrusted: untrustedBecause(input) !== undefined,
      private: privateBecause({ ...input, manifest: { ...manifest, private: undefined } }) !== undefined,
      irreversible: effect !== 'read' && reached.some((reach) => reach.irreversible),
    },
  }
}

/** Results of community documents are always untrusted (seed 000); others by whose text comes back and whether any prose can. */
function untrustedBecause({ origin, reached, output }: FactsInput): string | undefined {
  if (origin.trust === 'community') return 'community'
  const people = reached.find((reach) => reach.people)
  return people && !stringsAreClosed(output) ? people.name : undefined
}

/** On by default for signed-in services; only an official document may say that an answer of one is not private. */
function privateBecause({ origin, reached, manifest, signedIn }: FactsInput): string | undefined {
  const own = reached.find((reach) => reach.private)
  if (own) return own.name
  if (origin.trust === 'official' && manifest.private === false) return undefined
  return reached.find(({ destination }) => destination.kind === 'campus' && signedIn(destination.service))?.name
}

function destinationsOf(reached: readonly Reached[]): readonly Destination[] {
  const byName = new Map(reached.filter(({ destination }) => destination.kind !== 'local').map(({ destination }) => [JSON.stringify(destination), destination]))
  return byName.size > 0 ? [...byName.values()] : [{ kind: 'local' }]
}
