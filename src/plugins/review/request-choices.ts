import { nameDestination } from '../../rules/destination.ts'
import { type Request, requestSchema } from '../../rules/lattice/request.ts'
import type { Shape } from '../../rules/lattice/value-shape.ts'
import { budgets } from '../document/budgets.ts'
import type { PartTemplate, RequestStep, Values } from '../document/steps/step.ts'
import { type Choices, cosmetic, gather, lattice } from './choices.ts'
import { type Bounds, fileTextShape, headerShape, pathPattern, queryShape, valueShape, wireShape } from './template-shape.ts'

/** What a document's step can request. */
export const requestOf = (step: RequestStep, bounds: Bounds): Request => requestSchema.parse(gather(requestChoices(bounds), step))

/** Every field that compiling leaves of a `request` step. */
export const requestChoices = (bounds: Bounds): Choices<RequestStep> => ({
  to: lattice((to) => (to.kind === 'campus'
    ? { to: nameDestination(to), path: pathPattern(to.path, bounds), search: null }
    : { to: nameDestination(to), path: pathPattern(to.head, bounds, `https://${to.host}`), search: to.tail === undefined ? null : queryShape(to.tail, bounds) })),
  method: lattice((method) => ({ method })),
  query: lattice((values) => ({ query: sent(values, bounds) })),
  headers: lattice((values) => ({ headers: Object.fromEntries(values.map(([name, template]) => [name, headerShape(template, bounds)])) })),
  form: lattice((values) => ({ form: values === undefined ? null : sent(values, bounds) })),
  json: lattice((template) => ({ json: template === undefined ? null : valueShape(template, bounds) })),
  multipart: lattice((parts) => ({ multipart: parts === undefined ? null : parts.map((part) => partOf(part, bounds)) })),
  timeoutMs: lattice((timeoutMs) => ({ timeoutMs: timeoutMs ?? budgets.wall.limit })),
  safe: lattice((safe) => ({ safe })),
  charset: cosmetic('how the answer is read; nothing is sent by it'),
  status: cosmetic('which answers the run goes on with'),
  type: cosmetic('which answers the run goes on with'),
})

/** Query and form fields. One that is always null is never sent. */
const sent = (values: Values, bounds: Bounds): Readonly<Record<string, Shape>> =>
  Object.fromEntries(values.map(([name, template]) => [name, wireShape(template, bounds)] as const).filter(([, shape]) => shape.kind !== 'fixed' || shape.value !== null))

const partOf = (part: PartTemplate, bounds: Bounds): Readonly<Record<string, unknown>> => (part.file === undefined
  ? { name: part.name, file: null, type: null, base64: false, value: wireShape(part.value, bounds) }
  : { name: part.name, file: fileTextShape(part.file, bounds), type: part.type ?? null, base64: part.base64, value: fileTextShape(part.value, bounds) })
