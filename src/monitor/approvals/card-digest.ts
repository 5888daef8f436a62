import { canonicalJson, digest } from '../../rules/canonical.ts'
import type { JsonObject } from '../../rules/json.ts'
import type { Card } from './approvals.ts'

/** A card as plain JSON: what is undefined is absent. */
export const cardJson = (card: Card): JsonObject => ({
  id: card.id, callId: card.callId, client: card.client, principal: card.principal,
  ...(card.startedBy === undefined ? {} : { startedBy: card.startedBy }),
  ...(card.account === undefined ? {} : { account: card.account }),
  plugin: { ...card.plugin }, tool: card.tool, definitionDigest: card.definitionDigest, effect: card.effect, goesTo: card.goesTo,
  args: card.args, argsDigest: card.argsDigest, provenance: card.provenance.map((span) => ({ ...span })), tainted: card.tainted,
  reasons: card.reasons.map(({ rule, code, params }) => ({ rule, code, ...(params === undefined ? {} : { params: { ...params } }) })), answers: card.answers, freeable: card.freeable,
  ...(card.confirm === undefined ? {} : { confirm: { ...card.confirm } }),
  ...(card.typed === undefined ? {} : { typed: card.typed }),
  createdAt: card.createdAt, expiresAt: card.expiresAt,
})

/** SHA-256 (hex) over every field that was shown. */
export const cardDigest = (card: Card): string => digest(canonicalJson(cardJson(card)))
