import type { z } from 'zod'
import type { Template } from '../expression/template.ts'
import type { Column } from '../extract/extract-types.ts'
import { parsePath } from '../extract/json-path.ts'
import type { Place } from '../manifest/place.ts'
import { compileLinear } from '../regex/linear-regex.ts'
import type { Reader } from './compile-steps.ts'
import type { ExtractStep, PickTemplate } from './step.ts'
import { columnSchema, extractSchemas, pickSchema, valueName } from './step-schemas.ts'

/** Reads an `extract` step: `from`, and one of CSS (`select` or `fields`), `table`, `path`, `regex`. */
export function compileExtract(raw: Readonly<Record<string, unknown>>, place: Place, read: Reader): ExtractStep {
  const kind = (['table', 'path', 'regex'] as const).find((key) => Object.hasOwn(raw, key)) ?? 'css'
  switch (kind) {
    case 'css': {
      const css = place.check(extractSchemas.css, raw)
      return { from: read.bare(css.from, place.child('from')), spec: { kind, pick: compilePick(css, place, read) } }
    }
    case 'table': {
      const table = place.check(extractSchemas.table, raw)
      const columns = Object.fromEntries(Object.entries(table.columns).flatMap(([name, column]) => {
        const at = place.child('columns').child(name)
        return at.attempt((): readonly (readonly [string, Column])[] => [[at.check(valueName, name), at.check(columnSchema, column)]], () => [])
      }))
      return { from: read.bare(table.from, place.child('from')), spec: { kind, select: selector(table.table, place.child('table'), read), text: table.text, columns } }
    }
    case 'path': {
      const { from, path, many, required } = place.check(extractSchemas.path, raw)
      soundly(place.child('path'), () => parsePath(path))
      return { from: read.bare(from, place.child('from')), spec: { kind, path, many, required } }
    }
    case 'regex': {
      const { from, regex, many, required } = place.check(extractSchemas.regex, raw)
      soundly(place.child('regex'), () => compileLinear(regex))
      return { from: read.bare(from, place.child('from')), spec: { kind, pattern: regex, many, required } }
    }
  }
}

function compilePick(pick: z.output<typeof pickSchema>, place: Place, read: Reader): PickTemplate {
  const { match, many, required } = pick
  const takes = [pick.text, pick.attr, pick.exists, pick.fields].filter((take) => take !== undefined)
  if (takes.length > 1) throw place.error('DOC_FIELD_INVALID', { expected: 'text | attr | exists | fields' })
  if (pick.select === undefined && many) throw place.error('DOC_FIELD_INVALID', { expected: 'select' })
  if (match !== undefined) soundly(place.child('match'), () => compileLinear(match))
  return {
    select: pick.select === undefined ? undefined : selector(pick.select, place.child('select'), read),
    without: pick.without === undefined ? undefined : selector(pick.without, place.child('without'), read),
    many, required, match, take: takeOf(pick, place, read),
  }
}

function takeOf(pick: z.output<typeof pickSchema>, place: Place, read: Reader): PickTemplate['take'] {
  if (pick.attr !== undefined) return { kind: 'attr', name: pick.attr.toLowerCase() }
  if (pick.exists) return { kind: 'exists' }
  if (!pick.fields) return { kind: 'text', form: pick.text ?? 'line' }
  const fields = Object.entries(pick.fields).flatMap(([name, field]) => {
    const at = place.child('fields').child(name)
    return at.attempt(() => {
      // `title: h1` is short for `title: { select: h1 }`.
      const inner = at.check(pickSchema, typeof field === 'string' ? { select: field } : field)
      return [[at.check(valueName, name), compilePick(inner, at, read)] as const]
    }, () => [])
  })
  return { kind: 'fields', fields: Object.fromEntries(fields) }
}

/** A selector is the author's; an expression may stand in it as a CSS string, never be all of it. */
function selector(source: string, place: Place, read: Reader): Template {
  const template = read.template(source, place)
  if (template.kind === 'value') throw place.error('DOC_FIELD_INVALID', { expected: 'CSS' })
  return template
}

/** A pattern or a path is compiled where it is used; here it is seen that it can be. */
function soundly(place: Place, compile: () => unknown): void {
  place.attempt(() => { place.reading(compile) }, () => {})
}
