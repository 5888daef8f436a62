import type { Field } from './field.ts'

/** True when every text that can be in a result is an enum, a date or a short id, so that nobody's prose can be (policy §1). */
export function stringsAreClosed(field: Field): boolean {
  switch (field.type) {
    case 'string': return field.enum !== undefined || field.format !== undefined
    case 'array': return field.items !== undefined && stringsAreClosed(field.items)
    case 'object': return Object.values(field.properties).every(stringsAreClosed)
    case 'boolean': case 'integer': case 'number': return true
  }
}
