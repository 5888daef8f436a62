import type { ToolContext } from 'pku-harness/sdk'
import { z } from 'zod'
import { openEnvelope } from './envelope.ts'

/** The service's own page size for lists. */
const pageSize = 25
/** However much is asked for, no call reads more pages than this. */
const mostPages = 8

/**
 * Reads pages until `limit` items are there or a page comes back short. `total` is never looked at: it is only a
 * sign that there may be more (protocols §2.1).
 * @returns the items, and whether there may be more of them.
 */
export async function readPages<T>(
  ctx: ToolContext, path: string, query: Readonly<Record<string, string>>, item: z.ZodType<T>, limit: number,
): Promise<{ readonly items: readonly T[]; readonly more: boolean }> {
  const size = Math.min(limit, pageSize)
  const items: T[] = []
  for (let page = 1; page <= mostPages; page++) {
    const response = await ctx.services.campus.request({ service: 'treehole', path, query: { ...query, page, limit: size } })
    const { list } = openEnvelope(response, z.looseObject({ list: z.array(item) }), ctx.lang)
    items.push(...list)
    if (list.length < size) return { items: items.slice(0, limit), more: items.length > limit }
    if (items.length >= limit) break
  }
  return { items: items.slice(0, limit), more: true }
}
