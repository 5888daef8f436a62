import { z } from 'zod'

/** Text for people, both languages, neither empty. */
export const wordsSchema = z.strictObject({ zh: z.string().trim().min(1).max(2_000), en: z.string().trim().min(1).max(2_000) })

/** Titles inside a schema may be one text for both. */
export const titleSchema = z.union([z.string().trim().min(1).max(500), wordsSchema], { error: 'string | { zh, en }' })
