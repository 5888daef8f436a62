import type { Component, Screen } from '../../../src/rules/screen/screen-schema.ts'
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

/** A widget in which each component says this text, where its schema takes it: ids and tools are names of the plugin's own. */
export const hostileScreen = (text: string): Screen => {
  const literal = { literalString: text.trim().slice(0, 500) || 'x' }
  const part = (id: string, component: Component): Screen['components'][number] => ({ id, component })
  return {
    root: 'all', args: {}, tool: 'x', components: [
      part('all', { Column: { children: { explicitList: ['said', 'given', 'label', 'picture', 'act', 'rows', 'line'] } } }),
      part('said', { Text: { text: literal } }), part('given', { Text: { text: { path: '/text' } } }), part('label', { Field: { label: literal, text: { path: '/deep' } } }),
      part('picture', { Image: { url: { literalString: 'https://a.example/x.png' }, altText: literal } }),
      part('act', { Button: { label: literal, action: { name: 'tool:x', context: [{ key: literal.literalString.slice(0, 64), value: { literal: text.slice(0, 500) } }, { key: 'y', value: { path: '/text' } }] } } }),
      part('rows', { List: { children: { template: { componentId: 'line', dataBinding: '/list' } } } }), part('line', { Row: { children: { explicitList: ['said', 'given'] } } }),
    ],
  }
}
