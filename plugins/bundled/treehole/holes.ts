import { z } from 'zod'

/** Ids are kept as strings: some campus ids are beyond 2^53, and none is a number to reckon with. */
const id = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(String)
/** Unix seconds that a date can hold; nothing, which `coerce` reads as 0, is no time. */
const seconds = z.coerce.number().int().min(1).max(253_402_214_400)

/** Of the service's two dozen fields only what is used; `attention_info` and others change their shape (protocols §2.1). */
export const rawHole = z.looseObject({ pid: id, text: z.string().nullish(), timestamp: seconds, reply: z.coerce.number().int().nullish(), likenum: z.coerce.number().int().nullish() })
export const rawComment = z.looseObject({ cid: id, text: z.string().nullish(), timestamp: seconds, name_tag: z.string().nullish() })
type RawHole = z.output<typeof rawHole>
type RawComment = z.output<typeof rawComment>

export const hole = z.strictObject({ pid: z.string(), text: z.string(), time: z.string(), likes: z.number(), replies: z.number() })
export const comment = z.strictObject({ cid: z.string(), name: z.string(), text: z.string(), time: z.string() })

export const asHole = (raw: RawHole): z.output<typeof hole> =>
  ({ pid: raw.pid, text: clip(raw.text ?? ''), time: beijing(raw.timestamp), likes: raw.likenum ?? 0, replies: raw.reply ?? 0 })

export const asComment = (raw: RawComment): z.output<typeof comment> =>
  ({ cid: raw.cid, name: clip(raw.name_tag ?? '', 40), text: clip(raw.text ?? ''), time: beijing(raw.timestamp) })

/** At most `limit` code points, with a mark where something was cut. */
function clip(text: string, limit = 2000): string {
  const points = [...text]
  return points.length <= limit ? text : `${points.slice(0, limit).join('')}…`
}

/** Unix seconds as campus wall time, e.g. `2026-09-01T08:00:00+08:00`. */
const beijing = (at: number): string => `${new Date((at + 8 * 3600) * 1000).toISOString().slice(0, 19)}+08:00`
