import { z } from 'zod'

/** A column that may be NULL, as the contracts' `undefined`. */
export const optionalText = z.string().nullable().transform((text) => text ?? undefined)
export const optionalNumber = z.number().nullable().transform((number) => number ?? undefined)
