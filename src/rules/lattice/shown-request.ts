import type { Request } from './request.ts'
import type { TextPattern } from './text-pattern.ts'
import type { Shape } from './value-shape.ts'

/** A request in one line: `GET campus:treehole /chapi/api/v3/hole/list ?keyword=*&limit=10`. A hole is `*`, an enum `{a|b}`. */
export function shownRequest(request: Request): string {
  if ('whole' in request) return `* ${request.to} *`
  const query = [
    ...(request.search ? [shape(request.search).replace(/^\?/, '')] : []),
    ...Object.entries(request.query).map(([name, value]) => `${name}=${shape(value)}`),
  ].join('&')
  const headers = Object.entries(request.headers).map(([name, value]) => ` ${name}: ${shape(value)}`).join('')
  const form = request.form && ` form ${Object.entries(request.form).map(([name, value]) => `${name}=${shape(value)}`).join('&')}`
  const parts = request.multipart && ` multipart ${request.multipart.map((part) => `${part.name}=${part.file ? `@${shape(part.file)}${part.type === null ? '' : ` (${part.type})`}:` : ''}${shape(part.value)}`).join('&')}`
  const body = form ?? parts ?? (request.json && ` json ${shape(request.json)}`) ?? ''
  return `${request.method} ${request.to} ${pattern(request.path)}${query === '' ? '' : ` ?${query}`}${headers}${body}${request.safe ? ' (safe)' : ''}`
}

const pattern = (parts: TextPattern): string =>
  parts.map((part) => (typeof part === 'string' ? part : 'free' in part ? '*' : `{${part.oneOf.join('|')}}`)).join('')

function shape(value: Shape): string {
  switch (value.kind) {
    case 'free': return '*'
    case 'fixed': return typeof value.value === 'string' ? value.value : JSON.stringify(value.value)
    case 'oneOf': return `{${value.values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('|')}}`
    case 'text': return pattern(value.parts)
    case 'list': return `[${value.items.map(shape).join(',')}]`
    case 'map': return `{${Object.entries(value.entries).map(([key, entry]) => `${JSON.stringify(key)}:${shape(entry)}`).join(',')}}`
  }
}
