import { z } from 'zod'
import { effects } from '../sdk/index.ts'
import { argumentSchema, fitsSchema } from './argument-schema.ts'
import type { Call, DecisionContext, ToolFacts } from './call.ts'
import { sameJson } from './canonical.ts'
import { countsAsTainted, destinationSchema, isThirdParty, nameDestination } from './destination.ts'
import { isObject, type Json, own } from './json.ts'

const hex = z.string().regex(/^[0-9a-f]{64}$/)

/** What the arguments of a granted call must be. */
export const argumentRuleSchema = z.strictObject({
  /** Arguments that must be there with exactly these values. */
  exact: z.record(z.string(), z.json()),
  /** Arguments that may have any value: these names, or every one named neither in `exact` nor in `within`. */
  free: z.union([z.array(z.string()), z.literal('others')]),
  /** Arguments whose values are bounded: each fits its schema. */
  within: z.record(z.string(), argumentSchema).exactOptional(),
})
export type ArgumentRule = Readonly<z.output<typeof argumentRuleSchema>>

/**
 * Leave that a person gave beforehand (policy §5): an object to list, read and revoke. It is bound to one version of one
 * tool by its digests, so it follows neither a rename nor a wider version.
 */
export const grantSchema = z.strictObject({
  id: z.string().min(1),
  account: z.string().nullable(),
  plugin: z.string(),
  tool: z.string(),
  /** SHA-256 in hex; null where only the tool's definition is pinned. At least one of the two digests is there. */
  contentHash: hex.nullable(),
  definitionDigest: hex.nullable(),
  effect: z.enum(effects),
  destinations: z.array(destinationSchema).min(1),
  args: argumentRuleSchema,
  /** `tainted` lets it answer in a context that holds third-party text too. */
  ceiling: z.enum(['untainted', 'tainted']),
  /** Milliseconds since the epoch; null for until revoked. */
  expires: z.number().int().nullable(),
  /** null for any number. */
  usesLeft: z.number().int().min(0).nullable(),
  revoked: z.boolean(),
  /** When and how it came to be. */
  made: z.strictObject({ at: z.number().int(), how: z.enum(['answer', 'file']), by: z.string() }),
}).refine((grant) => grant.contentHash !== null || grant.definitionDigest !== null, 'a grant pins a content hash or a definition digest')
export type Grant = Readonly<z.output<typeof grantSchema>>

/**
 * Whether a grant speaks for a call: same account, tool, version, effect and places, arguments within its rule, context
 * under its ceiling, and neither expired, used up nor revoked. It answers R5 then, and R6 where the context is tainted
 * (its ceiling said so), and R7 if it pins the arguments (`pinsArguments`; it always names the places); never R4 and never
 * a deny: `decide` does not ask it there.
 */
export function grantCovers(grant: Grant, call: Call, context: DecisionContext): boolean {
  const { tool } = call
  return whyOver(grant, context.now) === undefined
    && grant.account === (call.account ?? null)
    && grant.plugin === tool.plugin && grant.tool === tool.id && grant.effect === tool.effect
    && isForVersion(grant, tool)
    && tool.destinations.length > 0
    && tool.destinations.every((to) => grant.destinations.some((granted) => nameDestination(granted) === nameDestination(to)))
    && (grant.ceiling === 'tainted' || !countsAsTainted(call, context))
    && argsWithin(grant.args, call.canonicalArgs)
}

/**
 * The grant that speaks for the call, or undefined. Of several, one that R7 takes too, where the call goes to a third party,
 * and else the first in order of id, so that the same one is named each time.
 */
export function answeringGrant(grants: readonly Grant[], call: Call, context: DecisionContext): Grant | undefined {
  const covering = grants.filter((grant) => grantCovers(grant, call, context)).sort((a, b) => (a.id < b.id ? -1 : 1))
  return (isThirdParty(call.tool) ? covering.find((grant) => pinsArguments(grant, call)) : undefined) ?? covering[0]
}

/**
 * Whether a grant that covers the call constrains its arguments so far that R7 can take it: each one that the call has is
 * pinned to its value, so that what goes by it is one text and no choice of the model's. One that pins nothing and leaves
 * all open constrains nothing.
 */
export function pinsArguments({ args: { exact, free } }: Grant, { canonicalArgs }: Call): boolean {
  const args: unknown = parsed(canonicalArgs)
  if (!isObject(args) || (free === 'others' && Object.keys(exact).length === 0)) return false
  return Object.keys(args).every((name) => Object.hasOwn(exact, name))
}

/** Why a grant speaks for no call any more; undefined while it may. */
export function whyOver({ revoked, expires, usesLeft }: Pick<Grant, 'revoked' | 'expires' | 'usesLeft'>, now: number): 'revoked' | 'expired' | 'used-up' | undefined {
  if (revoked) return 'revoked'
  if (expires !== null && now >= expires) return 'expired'
  return usesLeft !== null && usesLeft <= 0 ? 'used-up' : undefined
}

/** Whether a tool is the version that a grant was given for. */
export function isForVersion({ contentHash, definitionDigest }: Pick<Grant, 'contentHash' | 'definitionDigest'>, tool: Pick<ToolFacts, 'contentHash' | 'definitionDigest'>): boolean {
  if (contentHash === null && definitionDigest === null) return false
  return (contentHash === null || contentHash === tool.contentHash)
    && (definitionDigest === null || definitionDigest === tool.definitionDigest)
}

function argsWithin(rule: ArgumentRule, canonicalArgs: string): boolean {
  const args: unknown = parsed(canonicalArgs)
  if (!isObject(args)) return false
  const same = (name: string, wanted: Json) => Object.hasOwn(args, name) && sameJson(args[name], wanted)
  const { exact, free, within = {} } = rule
  const spokenFor = (name: string) => Object.hasOwn(exact, name) || Object.hasOwn(within, name) || free === 'others' || free.includes(name)
  return Object.entries(exact).every(([name, wanted]) => same(name, wanted))
    && Object.entries(within).every(([name, schema]) => fitsSchema(own(args, name), schema))
    && Object.keys(args).every(spokenFor)
}

/** Arguments come here already canonical; a text that is none covers nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
