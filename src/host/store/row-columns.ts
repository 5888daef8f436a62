import { z } from 'zod'

/** A column that may be NULL, as the contracts' `undefined`. */
export const optionalText = z.string().nullable().transform((text) => text ?? undefined)
export const optionalNumber = z.number().nullable().transform((number) => number ?? undefined)

/** Of a question whether there is a row at all. */
export const thereRow = z.object({ there: z.number() })
