import { createHash } from 'node:crypto'
import { addressOf } from '../../../../rules/address.ts'
import type { Json } from '../../../../rules/json.ts'
import type { Work } from '../evaluate.ts'
import { made, textCost } from '../operators.ts'
import { fragmentText } from '../../extract/fragment-text.ts'
import { type FunctionSpec, text } from './function-spec.ts'

/** Longest fragment that is parsed inside the daemon, in bytes; pages go to the worker. */
const fragmentBytes = 64 * 1024

export const webFunctions = {
  /** url(base, relative): an absolute http(s) address, without credentials; null for anything else. */
  url: {
    arity: [1, 2],
    examples: [["url('https://www.example.org/news/', 'item?id=7')", 'https://www.example.org/news/item?id=7']],
    run([base, relative], work) {
      const from = text(base, work)
      const to = relative === undefined || relative === null ? undefined : text(relative, work)
      work.spend(textCost(from.length + (to ?? '').length))
      const address = to === undefined ? addressOf(from) : addressOf(to, from)
      if (!address || !['http:', 'https:'].includes(address.protocol) || address.username !== '' || address.password !== '') return null
      return made(address.href, work)
    },
  },
  /** html(fragment): its text, entities read, marks and scripts gone, one line a block. */
  html: {
    arity: [1, 1],
    examples: [["html('<p>一 &amp; 二</p><p>三</p>')", '一 & 二\n三']],
    run([value], work) {
      const fragment = text(value, work)
      const bytes = Buffer.byteLength(fragment)
      if (bytes > fragmentBytes) throw work.wrong(`string ≤ ${fragmentBytes} B`, fragment)
      work.spend(bytes)
      return made(fragmentText(fragment), work)
    },
  },
  /** hash(text): SHA-256, hex. */
  hash: {
    arity: [1, 1],
    examples: [["slice(hash('a'), 0, 8)", 'ca978112']],
    run([value], work) {
      work.spend(text(value, work).length)
      return made(createHash('sha256').update(text(value, work)).digest('hex'), work)
    },
  },
  /** coalesce(a, b, …): the first that says something; blank texts and the text "null" say nothing (bug-log 176). */
  coalesce: {
    arity: [1, 20], seesNull: true,
    examples: [["coalesce('', ' null ', '待定')", '待定']],
    run: (args, work) => args.find((value) => saysSomething(value, work)) ?? null,
  },
  /** money(fen): yuan with two digits, exactly, from whole fen. */
  money: {
    arity: [1, 1],
    examples: [['money(1234)', '12.34']],
    run: ([fen], work) => made(yuan(fen, work), work),
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>

function saysSomething(value: Json, work: Work): boolean {
  if (typeof value !== 'string') return value !== null
  work.spend(textCost(value.length))
  return !/^(null)?$/.test(value.trim())
}

/** Longest text that is read as an amount. */
const longestAmount = 64

/** On the digits themselves, so that no amount is rounded. */
function yuan(fen: Json | undefined, work: Work): string {
  const digits = typeof fen === 'number' && Number.isSafeInteger(fen) ? String(fen) : typeof fen === 'string' && fen.length <= longestAmount ? fen.trim() : ''
  const parts = /^(-?)(\d{1,18})$/.exec(digits)
  if (!parts) throw work.wrong('integer', fen ?? null)
  const whole = (parts[2] ?? '').padStart(3, '0')
  return `${parts[1] ?? ''}${whole.slice(0, -2).replace(/^0+(?=\d)/, '')}.${whole.slice(-2)}`
}
