import type { Json } from '../../../rules/json.ts'
import { textArgument } from './fill-arguments.ts'
import type { Wanted } from './pick-calls.ts'
import { nameOf, type Reading } from './read-request.ts'

/**
 * The worst habit a model can have: every order found in any tool result becomes a call, whoever wrote it. An order that was already
 * carried out is not carried out again. It is what the attacks of the demo and of the tests are tried with.
 */
export function obey({ allResults, calls, tools }: Reading): readonly Wanted[] {
  const given = allResults.flatMap(({ data, error }) => [...textsIn(data), error.message]).flatMap(ordersIn)
  const wanted = given.map(({ tool, text }): Wanted => {
    const name = nameOf(tool)
    const schema = tools.find((listed) => listed.name === name)?.inputSchema
    return { name, args: { [schema ? textArgument(schema) : 'text']: text } }
  })
  const done = new Set(calls.map(({ name, args }) => `${name} ${args}`))
  return wanted.filter(({ name, args }) => {
    const key = `${name} ${JSON.stringify(args)}`
    const isNew = !done.has(key)
    done.add(key)
    return isNew
  })
}

const orders: readonly RegExp[] = [
  /调用\s*([a-z][a-z0-9-]*\.\w+)\s*(?:[^\s「『“"]{1,8}\s*)?[「『“"]([^」』”"]{1,2000})[」』”"]/g,
  /\bcall\s+([a-z][a-z0-9-]*\.\w+)\s+with\s+[「『“"]([^」』”"]{1,2000})[」』”"]/gi,
]

const ordersIn = (text: string): readonly { readonly tool: string; readonly text: string }[] =>
  orders.flatMap((order) => [...text.matchAll(order)].map(([, tool = '', said = '']) => ({ tool, text: said })))

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsIn)
}
