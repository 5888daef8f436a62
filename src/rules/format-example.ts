import { isObject } from './json.ts'

/** A value of the form that a schema asks for: one that the tool's author gave, or one that shows a well-known form, since a pattern says little to a person. */
export function formatExample(schema: unknown, format: unknown = isObject(schema) ? schema['format'] : undefined): string | undefined {
  const given = isObject(schema) && Array.isArray(schema['examples']) ? schema['examples'] : []
  if (given.length > 0) return String(given[0])
  return typeof format === 'string' && Object.hasOwn(forms, format) ? forms[format] : undefined
}

/** By the names of JSON Schema and those that zod has. */
const forms: Readonly<Record<string, string>> = {
  date: '2026-09-01', time: '08:00:00', datetime: '2026-09-01T08:00:00+08:00', 'date-time': '2026-09-01T08:00:00+08:00', email: 'name@pku.edu.cn',
  url: 'https://www.pku.edu.cn/', uri: 'https://www.pku.edu.cn/', uuid: '123e4567-e89b-42d3-a456-426614174000',
}
