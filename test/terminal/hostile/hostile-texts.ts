import type { Pushes } from '../../../src/daemon/protocol/push.ts'
import type { ShownCard } from '../../../src/daemon/protocol/shapes.ts'
import { card } from '../card.fixture.ts'

/** A card with one text in every place that can hold one. */
export const hostileCard = (text: string): ShownCard => ({
  ...card, principal: text, account: text, plugin: { ...card.plugin, id: text, trust: text }, tool: text, effect: text, goesTo: [text, `remote:${text}`, `website:${text}`], args: JSON.stringify({ [text]: text, a: [text] }),
  provenance: [{ path: '/a', from: text }], reasons: [{ rule: 'R6', code: 'tainted', params: { from: text } }, { rule: text, code: text }], confirm: { zh: text, en: text }, typed: text,
})

export const turnEndOf = (text: string) => ({ conversation: text, reason: 'done' as const, text, used: [text], refused: [], tainted: true })

/** A turn that tells everything; its text in one delta or in one for each of its parts. */
export function turnEvents(text: string, deltas: readonly string[]): Pushes['turn']['event'][] {
  const error = { code: text, exit: 1, message: text, hint: text, rules: [], id: text }
  return [
    { kind: 'call.started', callId: 'c', tool: text, args: text }, ...deltas.map((delta) => ({ kind: 'text.delta' as const, text: delta })),
    { kind: 'call.ended', call: 'c', outcome: { ok: false, callId: 'c', tool: text, trust: 'bundled', untrusted: true, labels: { untrusted: [], private: [] }, grant: undefined, ranMs: 1, error } },
    { kind: 'turn.ended', end: turnEndOf(text) },
  ]
}
