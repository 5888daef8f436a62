import { isObject, type Json } from '../../../src/rules/json.ts'

/** A call whose result a value expression needs. */
export interface Source { readonly tool: string; readonly args: { readonly [name: string]: Json } }
/** Gives the data of a call that was made; `missing` where it was not made yet, `failed` where it gave nothing. */
export type Look = (source: Source) => { readonly data: Json } | 'missing' | 'failed'

const expression = /\$\(([a-z][a-z0-9-]*\.[A-Za-z]\w*)(\{[^{}]*\})? ([\w.]+)(?:\|([\w-]+))?\)/g

/** The calls that the expressions of a value need, in order. */
export const sourcesOf = (value: Json): readonly Source[] =>
  [...JSON.stringify(value).replaceAll('\\"', '"').matchAll(expression)].map(([, tool = '', args = '{}']) => ({ tool, args: JSON.parse(args) as Source['args'] }))

/** The value with every expression filled in; undefined where one cannot be. */
export function fill(value: Json, look: Look, it = ''): Json | undefined {
  if (typeof value === 'string') return fillText(value, look, it)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part: Json) => fill(part, look, it) ?? null)
  const filled = Object.entries(value).map(([name, part]) => [name, fill(part, look, it)] as const)
  return filled.some(([, part]) => part === undefined) ? undefined : (Object.fromEntries(filled) as Json)
}

function fillText(text: string, look: Look, it: string): string | undefined {
  let whole = true
  const filled = text.replaceAll('$(it)', it).replace(expression, (_, tool: string, args: string | undefined, path: string, how: string | undefined) => {
    const found = look({ tool, args: JSON.parse(args ?? '{}') as Source['args'] })
    const value = typeof found === 'object' ? at(found.data, path) : undefined
    if (value === undefined) whole = false
    return value === undefined ? '' : spelt(typeof value === 'string' ? value : JSON.stringify(value), how)
  })
  return whole ? filled : undefined
}

function at(data: Json, path: string): Json | undefined {
  let value: unknown = data
  for (const key of path.split('.')) value = Array.isArray(value) ? (key === 'last' ? value.at(-1) : value[Number(key)]) : isObject(value) ? value[key] : undefined
  return value as Json | undefined
}

function spelt(text: string, how: string | undefined): string {
  const part = /^(\d+)-(\d+)$/.exec(how ?? '')
  if (part) return text.slice(Number(part[1]), Number(part[2]))
  switch (how) {
    case 'base64': return Buffer.from(text).toString('base64')
    case 'hex': return Buffer.from(text).toString('hex')
    case 'reverse': return [...text].reverse().join('')
    default: return text
  }
}
