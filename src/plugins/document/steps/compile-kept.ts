import type { z } from 'zod'
import type { Place } from '../manifest/place.ts'
import { compileSteps, type Reader } from './compile-steps.ts'
import { allSteps } from './inside.ts'
import type { Names } from './names.ts'
import type { Step, StoreStep } from './step.ts'
import type { stepSchemas } from './step-schemas.ts'

/** Reads a `store` step: one act in the plugin's own space. Only what gives something back can be named. */
export function compileStore(raw: z.output<typeof stepSchemas.store>, place: Place, read: Reader, as: string | undefined): StoreStep {
  const key = (name: 'get' | 'put' | 'delete' | 'list', source: string): StoreStep => ({ act: name, key: read.template(source, place.child(name)), value: undefined })
  if ('get' in raw) return key('get', raw.get)
  if ('list' in raw) return key('list', raw.list)
  if (as !== undefined) throw place.error('DOC_FIELD_INVALID', { expected: 'get | list (as)' })
  return 'put' in raw ? { ...key('put', raw.put), value: read.template(raw.value, place.child('value')) } : key('delete', raw.delete)
}

/**
 * Reads a `cache` step. What is kept stands for the steps that made it, so they may only read: no `store`, `call` or `use`;
 * that its requests only read is looked up where all requests are.
 */
export function compileCache(raw: z.output<typeof stepSchemas.cache>, place: Place, names: Names, readerOf: (names: Names) => Reader, depth: number): Pick<Extract<Step, { kind: 'cache' }>, 'key' | 'ms' | 'steps' | 'value'> {
  const inside = names.inner()
  const key = readerOf(names).template(raw.key, place.child('key'))
  const steps = compileSteps(raw.steps, place.child('steps'), inside, depth + 1)
  const kinds = allSteps(steps).map(({ kind }) => kind)
  const barred = (['store', 'call', 'use', 'return'] as const).find((kind) => kinds.includes(kind))
  if (barred !== undefined) throw place.child('steps').error('DOC_CACHE_ACTS', { step: barred })
  return { key, ms: Math.round(raw.minutes * 60_000), steps, value: readerOf(inside).template(raw.value, place.child('value')) }
}
