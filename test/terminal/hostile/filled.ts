import { z } from 'zod'

/**
 * A value that the schema takes and in which every free text is `text`, field names of its own choice too. `turn` goes
 * through what there is to choose from: each enum value, each kind of a union, yes and no, there or null. JSON of any shape
 * is a list of records, and holds what a tool's schema, a grant and a row of the chain would.
 */
export function filled(schema: unknown, text: string, turn: number, depth = 0): unknown {
  if (schema instanceof z.ZodObject) return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, filled(field, text, turn, depth + 1)]))
  if (schema instanceof z.ZodArray) return depth > 8 ? [] : [filled(schema.element, text, turn, depth + 1), filled(schema.element, text, turn + 1, depth + 1)]
  if (schema instanceof z.ZodRecord) return { [text]: filled(schema.valueType, text, turn, depth + 1) }
  if (schema instanceof z.ZodNullable) return turn % 4 === 3 ? null : filled(schema.unwrap(), text, turn, depth)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) return filled(schema.unwrap(), text, turn, depth)
  if (schema instanceof z.ZodEnum) return pick(schema.options, turn)
  if (schema instanceof z.ZodLiteral) return pick([...schema.values], turn)
  if (schema instanceof z.ZodUnion) return filled(pick(schema.options, depth > 8 ? 0 : turn), text, turn, depth + 1)
  if (schema instanceof z.ZodBoolean) return turn % 2 === 0
  if (schema instanceof z.ZodNumber) return someNumber
  if (schema instanceof z.ZodString) return schema.safeParse(text).success ? text : '0'.repeat(64)
  if (schema instanceof z.ZodCustom || schema instanceof z.ZodLazy) return anyJson(text)
  throw new Error(`no value for ${schema instanceof z.ZodType ? schema.def.type : String(schema)}`)
}

/** A moment, a count, and the id of a process that no system has. */
const someNumber = 2_000_000_000
const pick = <T>(all: readonly T[], turn: number): T | undefined => all[turn % all.length]

const anyJson = (text: string) => {
  const one = { type: 'string', enum: [text], title: text, description: text, default: text }
  return {
    [text]: text, list: [{ [text]: text }], deep: [{ a: { b: text } }], properties: { [text]: one, x: one }, tool: text, effect: text, account: text, file: text, conversation: text, contentHash: text, made: { by: text },
    args: { exact: { [text]: text }, within: { [text]: one }, free: [text] }, by: text, outcome: text, to: text, service: text, principal: text, code: text, reasons: [text],
    memories: [{ id: text, status: text, source: text, date: text, text }], id: text, text, status: text, source: text, quoted: JSON.stringify(text),
  }
}
