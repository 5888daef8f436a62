import { z } from 'zod'

const id = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/)
/** One text for both languages, or each its own. */
const words = z.union([z.string().trim().min(1).max(500), z.strictObject({ zh: z.string().trim().min(1).max(500), en: z.string().trim().min(1).max(500) })], { error: 'string | { zh, en }' })
/** A JSON Pointer into the tool's result; without a leading `/` it begins at the item of the list that it stands in. */
const path = z.string().max(200).regex(/^(?!\/?[\s~]|\/\/)(?:[^~]|~[01])*$/)
const literal = z.strictObject({ literalString: words })
const text = z.union([literal, z.strictObject({ path })], { error: '{ literalString } | { path }' })
const scalar = z.union([z.string().max(500), z.number(), z.boolean()])
const children = z.strictObject({ explicitList: z.array(id).min(1).max(50) })

/** The components of A2UI (0.8) that a plugin's screen may have, and `Field`, a label with a value. */
export const componentSchemas = {
  Column: z.strictObject({ children }),
  Row: z.strictObject({ children }),
  /** One `componentId` for each item of the list at `dataBinding`. */
  List: z.strictObject({ children: z.strictObject({ template: z.strictObject({ componentId: id, dataBinding: path }) }) }),
  Text: z.strictObject({ text, usageHint: z.enum(['h1', 'h2', 'h3', 'body', 'caption']).optional() }),
  Field: z.strictObject({ label: literal, text }),
  /** Of a declared website only, written out. */
  Image: z.strictObject({ url: z.strictObject({ literalString: z.url({ protocol: /^https$/ }).max(500) }), altText: literal }),
  /** Calls a tool of the same plugin, or shows one of its pages: `tool:free`, `page:about`. */
  Button: z.strictObject({
    label: literal,
    action: z.strictObject({
      name: z.string().regex(/^(tool|page):[A-Za-z][A-Za-z0-9_-]{0,39}$/),
      context: z.array(z.strictObject({ key: z.string().min(1).max(64), value: z.union([z.strictObject({ literal: scalar }), z.strictObject({ path })], { error: '{ literal } | { path }' }) })).max(20).default([]),
    }),
  }),
} as const

const component = z.strictObject(Object.fromEntries(Object.entries(componentSchemas).map(([name, schema]) => [name, schema.optional()])) as { readonly [K in keyof typeof componentSchemas]: z.ZodOptional<(typeof componentSchemas)[K]> })

/** A widget or a page: what is drawn, and the tool whose result it draws. */
export const screenSchema = z.strictObject({
  /** A tool of the same plugin that only reads; none for a page that stands by itself. */
  tool: z.string().max(40).optional(),
  args: z.record(z.string(), z.json()).default({}),
  root: id,
  components: z.array(z.strictObject({ id, component })).min(1).max(200),
})
export type Screen = Readonly<z.output<typeof screenSchema>>
export type Component = Screen['components'][number]['component']
export type ScreenText = z.output<typeof text>
export type ScreenWords = z.output<typeof words>
