import type { Request } from './request.ts'
import type { TextPart, TextPattern } from './text-pattern.ts'
import type { Shape } from './value-shape.ts'

/** How many requests one with enum holes is spelled out into at most. */
export const mostSpelled = 256

/**
 * A request without its enum holes: one for each way to fill them, or, where there are too many ways, the one in which each
 * of them may hold anything. That one can do more, so it is only ever taken for the side that must be covered.
 */
export function spellOut(request: Request): readonly Request[] {
  if ('whole' in request) return [request]
  const found: number[] = []
  visit(request, (choices) => { found.push(choices); return undefined })
  const count = found.reduce((all, choices) => all * choices, 1)
  if (count > mostSpelled) return [visit(request, () => 'free')]
  return Array.from({ length: count }, (_, at) => {
    let rest = at
    return visit(request, (choices) => { const chosen = rest % choices; rest = Math.floor(rest / choices); return chosen })
  })
}

/** For each enum hole in turn, given its number of choices: the one to take, `free`, or undefined to leave it as it is. */
type Choose = (choices: number) => number | 'free' | undefined
type OneRequest = Exclude<Request, { readonly whole: true }>

function visit(request: OneRequest, choose: Choose): OneRequest {
  const shapes = (record: Readonly<Record<string, Shape>>) => Object.fromEntries(Object.entries(record).map(([key, shape]) => [key, visitShape(shape, choose)]))
  return {
    ...request,
    path: visitText(request.path, choose),
    search: request.search && visitShape(request.search, choose),
    query: shapes(request.query),
    headers: shapes(request.headers),
    form: request.form && shapes(request.form),
    json: request.json && visitShape(request.json, choose),
    multipart: request.multipart && request.multipart.map((part) => ({ ...part, file: part.file && visitShape(part.file, choose), value: visitShape(part.value, choose) })),
  }
}

function visitShape(shape: Shape, choose: Choose): Shape {
  switch (shape.kind) {
    case 'oneOf': {
      const chosen = choose(shape.values.length)
      if (chosen === undefined) return shape
      return chosen === 'free' ? { kind: 'free' } : { kind: 'fixed', value: shape.values[chosen] ?? null }
    }
    case 'text': {
      const parts = visitText(shape.parts, choose)
      return parts.every((part) => typeof part === 'string') ? { kind: 'fixed', value: parts.join('') } : { kind: 'text', parts }
    }
    case 'list': return { kind: 'list', items: shape.items.map((item) => visitShape(item, choose)) }
    case 'map': return { kind: 'map', entries: Object.fromEntries(Object.entries(shape.entries).map(([key, entry]) => [key, visitShape(entry, choose)])) }
    case 'fixed': case 'free': return shape
  }
}

const visitText = (parts: TextPattern, choose: Choose): TextPattern => parts.map((part): TextPart => {
  if (typeof part === 'string' || 'free' in part) return part
  const chosen = choose(part.oneOf.length)
  if (chosen === undefined) return part
  return chosen === 'free' ? { free: true } : part.oneOf[chosen] ?? ''
})
