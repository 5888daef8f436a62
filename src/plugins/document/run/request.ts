import type { Endpoint } from '../../../host/campus/campus.ts'
import { addressOf } from '../../../rules/address.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import type { Part, Payload, Response, Scalar } from '../../../sdk/index.ts'
import { budgets } from '../budgets.ts'
import { type EvaluateContext, kindOf } from '../expression/evaluate.ts'
import { fillTemplate, fillText } from '../expression/template.ts'
import { countsAs, isWithin } from '../facts/reached.ts'
import type { PartTemplate, RequestStep, Values } from '../steps/step.ts'
import { siteChanged } from './fail.ts'
import { toJson } from './response-json.ts'
import type { Run } from './run-state.ts'

/** One request, checked again with its real path before it leaves; its answer as plain data, without cookies; its bytes, in base64, only where they are asked for. */
export async function runRequest(step: RequestStep, run: Run, context: EvaluateContext): Promise<Json> {
  if (++run.used.requests > budgets.requests.limit) throw new HarnessError('DOC_REQUESTS_EXCEEDED', { step: context.step, limit: budgets.requests.limit })
  const response = await send(step, run, context)
  const size = response.bytes.byteLength
  if (size > budgets.response.limit) throw new HarnessError('DOC_RESPONSE_EXCEEDED', { step: context.step, limit: budgets.response.limit })
  run.used.bytes += size
  if (run.used.bytes > budgets.traffic.limit) throw new HarnessError('DOC_TRAFFIC_EXCEEDED', { step: context.step, limit: budgets.traffic.limit })
  expectStatus(step, response, context)
  const json = response.json === undefined ? null : toJson(response.json, context.step)
  if (!isOfType(step.type, response)) throw siteChanged(context.step, run.ctx.lang)
  return {
    status: response.status, headers: { ...response.headers }, text: response.text, json, html: response.text,
    bytes: step.type === 'bytes' ? Buffer.from(response.bytes).toString('base64') : null, size, path: response.finalPath,
  }
}

async function send(step: RequestStep, run: Run, context: EvaluateContext): Promise<Response> {
  const payload = payloadOf(step, run, context)
  const { services } = run.ctx
  if (step.to.kind === 'campus') {
    const { service } = step.to
    const path = fillText(step.to.path, context, 'path')
    const endpoint = run.house.campus.endpoint(service, step.method, path, payload.query)
    checkWithin(endpoint, run, context.step)
    // Set before it is sent: that a request failed is private knowledge too.
    if (run.house.campus.service(service)?.signedIn || endpoint.private) run.used.readPrivate = true
    return services.campus.request({ ...payload, ...(step.multipart ? { multipart: partsOf(step.multipart, context) } : {}), service, path })
  }
  const { host } = step.to
  if (run.used.readPrivate && !(run.official && run.disclosed)) throw new HarnessError('DOC_PRIVATE_EGRESS', { step: context.step, host })
  const url = fillText(step.to.head, context, 'path') + (step.to.tail ? fillText(step.to.tail, context, 'query') : '')
  if (addressOf(url)?.hostname !== host) throw new HarnessError('DOC_REQUEST_WIDER', { step: context.step })
  return services.web.request({ ...payload, url }).catch((cause: unknown) => {
    // The monitor knows of private values that only their labels tell of: those of the store, of a cache, of an ability.
    throw cause instanceof HarnessError && cause.code === 'CALL_PRIVATE_EGRESS' ? new HarnessError('DOC_PRIVATE_EGRESS', { step: context.step, host }, { cause }) : cause
  })
}

/**
 * The endpoint of the path that values made must promise no more than the tool says of itself: a value may have turned
 * `/hole/~` into another listed endpoint (bug-log 59: the effect is the most of all steps, and each request is checked).
 */
function checkWithin(endpoint: Endpoint, { tool, official }: Run, step: string): void {
  const within = endpoint.effect !== 'sign-in' && isWithin(countsAs(endpoint.effect, endpoint.listed), tool.effect)
    && (endpoint.listed || official)
    && (!endpoint.private || tool.private)
    && (!endpoint.irreversible || tool.irreversible || tool.effect === 'read')
  if (!within) throw new HarnessError('DOC_REQUEST_WIDER', { step })
}

function payloadOf(step: RequestStep, run: Run, context: EvaluateContext): Payload {
  const left = Math.max(1, run.left())
  return {
    method: step.method,
    timeoutMs: Math.min(step.timeoutMs ?? left, left),
    ...(step.query.length > 0 ? { query: scalars(step.query, context) } : {}),
    ...(step.headers.length > 0 ? { headers: Object.fromEntries(step.headers.map(([name, value]) => [name, fillText(value, context, 'header')])) } : {}),
    ...(step.form ? { form: scalars(step.form, context) } : {}),
    ...(step.json ? { json: fillTemplate(step.json, context) } : {}),
    ...(step.charset === undefined ? {} : { charset: step.charset }),
  }
}

/** Query and form fields go to the host as values and are encoded there; a null one is left out. */
function scalars(values: Values, context: EvaluateContext): Record<string, Scalar> {
  return Object.fromEntries(values.flatMap(([name, template]): readonly (readonly [string, Scalar])[] => {
    const value = fillTemplate(template, context)
    if (value === null) return []
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
    throw new HarnessError('DOC_TYPE', { step: `${context.step}.${name}`, expected: 'string | number | boolean', found: kindOf(value) })
  }))
}

/** A null field is left out, as in a form; a file always has a name and something in it, if only nothing. */
function partsOf(parts: readonly PartTemplate[], context: EvaluateContext): readonly Part[] {
  return parts.flatMap((part): readonly Part[] => {
    const { name } = part
    if (part.file === undefined) return Object.entries(scalars([[name, part.value]], context)).map(([, value]) => ({ name, value }))
    const fileName = fillText(part.file, context, 'text')
    const content = fillText(part.value, context, 'text')
    if (part.base64 && !/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw new HarnessError('DOC_TYPE', { step: `${context.step}.multipart.${name}`, expected: 'base64', found: 'string' })
    return [{ name, fileName, ...(part.type === undefined ? {} : { type: part.type }), bytes: Buffer.from(content, part.base64 ? 'base64' : 'utf8') }]
  })
}

function expectStatus(step: RequestStep, response: Response, context: EvaluateContext): void {
  const good = step.status ? step.status.includes(response.status) : response.status >= 200 && response.status < 300
  if (!good) throw new HarnessError('DOC_STATUS', { step: context.step, status: response.status })
}

function isOfType(type: RequestStep['type'], response: Response): boolean {
  switch (type) {
    case undefined: case 'text': case 'bytes': return true
    case 'json': return response.json !== undefined
    case 'html': return response.json === undefined && /^\s*</.test(response.text.slice(0, 1_000))
  }
}
