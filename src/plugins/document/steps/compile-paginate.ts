import type { z } from 'zod'
import type { Place } from '../manifest/place.ts'
import { compileRequest } from './compile-request.ts'
import type { Reader } from './compile-steps.ts'
import type { Names } from './names.ts'
import type { PaginateStep } from './step.ts'
import { stepSchemas } from './step-schemas.ts'

type Raw = z.output<typeof stepSchemas.paginate>

/**
 * Reads a `paginate` step. Its request knows the page's number, and the `cursor` or the `link` where the answer gives one;
 * `items`, `until`, `cursor` and `next` know the `answer` too.
 */
export function compilePaginate(raw: Raw, place: Place, names: Names, readerOf: (names: Names) => Reader): PaginateStep {
  if (raw.cursor !== undefined && raw.next !== undefined) throw place.child('next').error('DOC_FIELD_INVALID', { expected: 'cursor | next' })
  const by = raw.cursor === undefined ? 'link' : 'cursor'
  const source = raw.cursor ?? raw.next
  const known = ['page', ...(source === undefined ? [] : [by])]
  const knowing = (members: readonly string[]): Reader => {
    const inside = names.inner()
    inside.add(raw.as, place.child('as'), members)
    return readerOf(inside)
  }
  const at = place.child('request')
  const request = compileRequest(at.check(stepSchemas.request, raw.request), at, knowing(known))
  const after = knowing([...known, 'answer'])
  return {
    request, item: raw.as, from: raw.from, size: raw.size, most: raw.most,
    items: after.bare(raw.items, place.child('items')),
    until: raw.until === undefined ? undefined : after.bare(raw.until, place.child('until')),
    next: source === undefined ? undefined : { by, of: after.bare(source, place.child(raw.cursor === undefined ? 'next' : 'cursor')) },
  }
}
