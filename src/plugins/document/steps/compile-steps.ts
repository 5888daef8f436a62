import type { Json } from '../../../rules/json.ts'
import { isObject } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import type { Node } from '../expression/node.ts'
import { joinMap, parseBare, parseTemplate, type Template, templateKey } from '../expression/template.ts'
import type { Place } from '../manifest/place.ts'
import { toPlain } from '../schema/field.ts'
import { compileCache, compileStore } from './compile-kept.ts'
import { compileExtract } from './compile-extract.ts'
import { compilePaginate } from './compile-paginate.ts'
import { compileRequest, valuesOf } from './compile-request.ts'
import { checkNames, type Names } from './names.ts'
import type { Step } from './step.ts'
import { isStepName, namedSteps, stepNames, stepSchemas, valueName } from './step-schemas.ts'

/** Reads templates and expressions where a step stands, with their names checked. */
export interface Reader {
  template(value: unknown, place: Place): Template
  bare(source: string, place: Place): Node
}

/**
 * Reads a list of steps. Throws `DOC_STEP_UNKNOWN` with the allowed ones, `DOC_NESTING_EXCEEDED`, `DOC_NAME_*`,
 * `DOC_EXPRESSION_*`, `DOC_FIELD_INVALID`, `DOC_KEY_UNKNOWN`, each with its place.
 */
export function compileSteps(raw: readonly unknown[], place: Place, names: Names, depth = 1): readonly Step[] {
  if (depth > budgets.nesting.limit) throw place.error('DOC_NESTING_EXCEEDED', { limit: budgets.nesting.limit })
  return raw.flatMap((step, index) => {
    const at = place.child(index)
    return at.attempt(() => [compileStep(step, at, names, depth)], () => { nameUnread(step, at, names); return [] })
  })
}

/** What a step that cannot be read would have named is known all the same, so that no one who asks for it is at fault. */
function nameUnread(raw: unknown, place: Place, names: Names): void {
  if (!isObject(raw)) return
  for (const name of [raw['as'], ...(isObject(raw['let']) ? Object.keys(raw['let']) : [])]) if (typeof name === 'string' && !names.has(name)) names.add(name, place)
}

function compileStep(raw: unknown, place: Place, names: Names, depth: number): Step {
  if (!isObject(raw)) throw place.error('DOC_FIELD_INVALID', { expected: stepNames })
  const keys = Object.keys(raw).filter((key) => key !== 'as')
  const [name = ''] = keys
  if (keys.length !== 1) throw place.error('DOC_FIELD_INVALID', { expected: stepNames })
  if (!isStepName(name)) throw place.error('DOC_STEP_UNKNOWN', { step: name.slice(0, 40), allowed: stepNames })
  const named = Object.hasOwn(raw, 'as')
  if (named && !namedSteps.includes(name)) throw place.child('as').error('DOC_KEY_UNKNOWN', { key: 'as', allowed: name })
  const as = named ? place.child('as').check(valueName, raw.as) : undefined
  const step = compileKind(name, raw[name], place.child(name), names, depth, as)
  if (as !== undefined) names.add(as, place.child('as'))
  return step
}

function compileKind(name: keyof typeof stepSchemas, raw: unknown, place: Place, names: Names, depth: number, as: string | undefined): Step {
  const read = readerOf(names)
  const at = place.path
  const part = (key: string) => place.child(key)
  switch (name) {
    case 'request': return { at, kind: 'request', request: compileRequest(place.check(stepSchemas.request, raw), place, read), as }
    case 'extract': return { at, kind: 'extract', extract: compileExtract(place.check(stepSchemas.extract, raw), place, read), as }
    case 'let': {
      const values = Object.entries(place.check(stepSchemas.let, raw)).map(([key, value]) => {
        const template = read.template(value, part(key))
        names.add(checkName(key, part(key)), part(key))
        return [key, template] as const
      })
      return { at, kind: 'let', values }
    }
    case 'each': {
      const each = place.check(stepSchemas.each, raw)
      const source = read.bare(each.in, part('in'))
      const inside = names.inner()
      inside.add(each.as, part('as'))
      const inner = readerOf(inside)
      const keep = each.keep === undefined ? undefined : inner.bare(each.keep, part('keep'))
      const steps = compileSteps(each.steps ?? [], part('steps'), inside, depth + 1)
      const made = each.yield === undefined ? undefined : inner.template(each.yield, part('yield'))
      return { at, kind: 'each', in: source, item: each.as, keep, steps, yield: made, as }
    }
    case 'when': {
      const when = place.check(stepSchemas.when, raw)
      const test = read.bare(when.if, part('if'))
      const [inYes, inNo] = [names.inner(), names.inner()]
      const yes = compileSteps(when.then, part('then'), inYes, depth + 1)
      const no = compileSteps(when.else ?? [], part('else'), inNo, depth + 1)
      names.join(inYes)
      names.join(inNo)
      return { at, kind: 'when', if: test, yes, no }
    }
    case 'sort': {
      const sort = place.check(stepSchemas.sort, raw)
      return { at, kind: 'sort', in: read.bare(sort.in, part('in')), item: sort.as, by: sort.by === undefined ? undefined : over(sort.as, sort.by, part('by'), names), down: sort.order === 'down', as }
    }
    case 'take': {
      const take = place.check(stepSchemas.take, raw)
      return {
        at, kind: 'take', in: read.bare(take.in, part('in')), count: wholeNumber(take.count, part('count'), read),
        from: take.from === undefined ? undefined : wholeNumber(take.from, part('from'), read), as,
      }
    }
    case 'unique': {
      const unique = place.check(stepSchemas.unique, raw)
      return { at, kind: 'unique', in: read.bare(unique.in, part('in')), item: unique.as, by: unique.by === undefined ? undefined : over(unique.as, unique.by, part('by'), names), as }
    }
    case 'group': {
      const group = place.check(stepSchemas.group, raw)
      return { at, kind: 'group', in: read.bare(group.in, part('in')), item: group.as, by: over(group.as, group.by, part('by'), names), as }
    }
    case 'paginate': return { at, kind: 'paginate', paginate: compilePaginate(place.check(stepSchemas.paginate, raw), place, names, readerOf), as }
    case 'store': return { at, kind: 'store', store: compileStore(place.check(stepSchemas.store, raw), place, read, as), as }
    case 'cache': return { at, kind: 'cache', ...compileCache(place.check(stepSchemas.cache, raw), place, names, readerOf, depth), as }
    case 'call': case 'use': {
      const { tool, args } = place.check(stepSchemas[name], raw)
      return { at, kind: name, tool, args: valuesOf(args, part('args'), read), as }
    }
    case 'assert': {
      const check = place.check(stepSchemas.assert, raw)
      return { at, kind: 'assert', that: read.bare(check.that, part('that')), or: check.or, words: check.words }
    }
    case 'fail': {
      const fail = place.check(stepSchemas.fail, raw)
      return { at, kind: 'fail', failure: fail.kind, words: fail.words }
    }
    case 'return': return { at, kind: 'return', value: read.template(raw, place) }
  }
}

/** A key that names a value: what stands there is the key, not what it is given. */
function checkName(key: string, place: Place): string {
  if (!valueName.safeParse(key).success) throw place.error('DOC_FIELD_INVALID', { expected: 'A-Z a-z 0-9 _ (≤ 64)', found: key.slice(0, 40) })
  return key
}

/** An expression over one item of a list. */
function over(item: string, source: string, place: Place, names: Names): Node {
  const inside = names.inner()
  inside.add(item, place)
  return readerOf(inside).bare(source, place)
}

function readerOf(names: Names): Reader {
  return {
    template(value, place) {
      // Each part of a map by itself: a fault is told where it stands, and beside those of the others.
      if (isObject(value)) return joinMap(Object.entries(value).map(([key, part]) => [place.child(key).attempt(() => place.child(key).reading(() => templateKey(key)), () => ''), this.template(part, place.child(key))]))
      return place.attempt(() => {
        const template = place.reading(() => parseTemplate(plain(value)))
        checkNames(template, names, place)
        return template
      }, () => ({ kind: 'fixed', value: '' }))
    },
    bare(source, place) {
      return place.attempt(() => {
        const node = place.reading(() => parseBare(source))
        checkNames(node, names, place)
        return node
      }, () => ({ kind: 'literal', value: null }))
    },
  }
}

/** What an author wrote out is a count already when it is read; what an expression gives is looked at in the run. */
function wholeNumber(value: unknown, place: Place, read: Reader): Template {
  const template = read.template(value, place)
  const fits = template.kind !== 'fixed' || (typeof template.value === 'number' && Number.isSafeInteger(template.value) && template.value >= 0)
  if (!fits) throw place.error('DOC_FIELD_INVALID', { expected: 'integer ≥ 0' })
  return template
}

/** An empty value in YAML is null. */
const plain = (value: unknown): Json => (value === undefined ? null : toPlain(value))
