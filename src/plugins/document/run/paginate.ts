import { canonicalJson } from '../../../rules/canonical.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { evaluate, type EvaluateContext, kindOf, truth } from '../expression/evaluate.ts'
import { fillText } from '../expression/template.ts'
import type { PaginateStep, RequestStep } from '../steps/step.ts'
import { siteChanged } from './fail.ts'
import { runRequest } from './request.ts'
import { contextOf, innerScope, itemsOf, type Run, type Scope, tick } from './run-state.ts'
import { typed } from './run-steps.ts'

/**
 * The items of all pages, in order. Ends at a short or empty page, at one that is the page before again, where `until` holds,
 * where no cursor or link comes any more, or after `most` pages; what a server says of a total is never asked. Each page costs
 * a request of the budget, which ends what would not end by itself.
 */
export async function runPaginate(step: PaginateStep, at: string, run: Run, scope: Scope): Promise<Json> {
  const made: Json[] = []
  let before: { readonly items: string | undefined; readonly next: Json } = { items: undefined, next: null }
  for (let count = 0; step.most === undefined || count < step.most; count++) {
    tick(run, at)
    const inside = innerScope(scope)
    const known = { page: step.from + count, ...(step.next ? { [step.next.by]: before.next } : {}) }
    inside.values.set(step.item, known)
    const request = contextOf(run, inside, `${at}.request`)
    const answer = await runRequest(step.request, run, request)
    inside.values.set(step.item, { ...known, answer })
    const context = contextOf(run, inside, at)
    const found = evaluate(step.items, context)
    // A page without its list is a changed site, not an empty one.
    if (found === null) throw siteChanged(at, run.ctx.lang)
    const items = itemsOf(found, at)
    const text = canonicalJson(items)
    run.meter.spend(items.length + text.length / 16, at)
    if (step.next === undefined && text === before.items) break
    made.push(...items)
    itemsOf(made, at)
    if ((step.next === undefined && items.length === 0) || (step.size !== undefined && items.length < step.size)) break
    if (step.until && truth(evaluate(step.until, context), typed(at))) break
    const next = step.next ? nextOf(evaluate(step.next.of, context), step, run, request) : null
    if (step.next && next === null) break
    // The same page for ever is no list.
    if (next !== null && canonicalJson(next) === canonicalJson(before.next)) throw siteChanged(at, run.ctx.lang)
    before = { items: text, next }
  }
  return made
}

function nextOf(value: Json, { next, request }: PaginateStep, run: Run, context: EvaluateContext): Json {
  if (value === null || value === '' || value === false) return null
  if (next?.by === 'cursor') return value
  if (typeof value !== 'string') throw new HarnessError('DOC_TYPE', { step: context.step, expected: 'string', found: kindOf(value) })
  return linkQuery(value, request, run, context)
}

/**
 * The query of a link to the next page, by name. The link must be of the same host and path as the request: where a request
 * goes is never a page's to choose, and of the query the request takes only what its author put into it.
 */
function linkQuery(link: string, { to }: RequestStep, run: Run, context: EvaluateContext): Json {
  const base = to.kind === 'campus' ? `https://campus.invalid${fillText(to.path, context, 'path')}` : fillText(to.head, context, 'path')
  const hosts = to.kind === 'campus' ? ['campus.invalid', ...run.house.campus.service(to.service)?.hosts ?? []] : [to.host]
  const wider = () => new HarnessError('DOC_REQUEST_WIDER', { step: context.step })
  if (!URL.canParse(link, base)) throw wider()
  const [url, own] = [new URL(link, base), new URL(base)]
  if (url.protocol !== 'https:' || url.port !== '' || !hosts.includes(url.hostname) || url.pathname !== own.pathname) throw wider()
  context.meter.spend(link.length, context.step)
  return Object.fromEntries([...url.searchParams].filter(([name]) => name !== '__proto__'))
}
