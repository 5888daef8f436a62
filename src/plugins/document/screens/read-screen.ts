import type { Effect } from '../../../sdk/index.ts'
import { namesOf } from '../../../rules/screen/pointer.ts'
import { type Component, type Screen, screenSchema, type ScreenText } from '../../../rules/screen/screen-schema.ts'
import type { Place } from '../manifest/place.ts'
import { own } from '../../../rules/json.ts'
import type { Field } from '../schema/field.ts'
import type { z } from 'zod'

/** What a screen must know of its plugin. */
export interface ScreenHouse {
  readonly tools: ReadonlyMap<string, { readonly effect: Effect; readonly input: z.ZodType; readonly inputNames: readonly string[]; readonly output: Field }>
  readonly pages: readonly string[]
  readonly websites: readonly string[]
}

/**
 * Reads a widget or a page. Throws `DOC_FIELD_INVALID` or `DOC_KEY_UNKNOWN` with its place for a component that is not there
 * or stands in itself, a path that the tool's output does not have, an image of an undeclared website, a button to nothing.
 */
export function readScreen(value: unknown, place: Place, house: ScreenHouse, needsTool: boolean): Screen {
  const screen = place.check(screenSchema, value)
  const wrong = (at: Place, expected: string) => at.error('DOC_FIELD_INVALID', { expected })
  if (needsTool && screen.tool === undefined) throw wrong(place, 'tool')
  const names = [...house.tools].filter(([, { effect }]) => effect === 'read').map(([name]) => name)
  const tool = screen.tool === undefined ? undefined : house.tools.get(screen.tool)
  if (screen.tool !== undefined && tool?.effect !== 'read') throw wrong(place.child('tool'), names.join(' | ') || 'effect: read')
  if (tool) place.child('args').check(tool.input, screen.args)
  else if (Object.keys(screen.args).length > 0) throw wrong(place.child('args'), 'tool')
  const byId = new Map<string, { readonly component: Component; readonly at: Place }>()
  screen.components.forEach(({ id, component }, index) => {
    const at = place.child('components').child(index)
    if (byId.has(id)) throw wrong(at.child('id'), `≠ ${id}`)
    const kinds = Object.keys(component)
    if (kinds.length !== 1) throw wrong(at.child('component'), 'Column | Row | List | Text | Field | Image | Button')
    byId.set(id, { component, at: at.child('component').child(kinds[0] ?? '') })
  })
  const bound = bindings(tool?.output)

  /** @param item what a path without a leading `/` begins at */
  const visit = (id: string, from: Place, way: readonly string[], item: Field | undefined): void => from.attempt(() => { visitHere(id, from, way, item) }, () => {})
  const visitHere = (id: string, from: Place, way: readonly string[], item: Field | undefined): void => {
    const found = byId.get(id)
    if (!found || way.includes(id)) throw wrong(from, [...byId.keys()].filter((one) => !way.includes(one)).join(' | '))
    const { component, at } = found
    const { Column, Row, List, Text, Field: pair, Image, Button } = component
    const inner = [...way, id]
    const text = (of: ScreenText, where: Place) => { if ('path' in of) bound.scalar(of.path, item, where.child('path')) }
    for (const box of [Column, Row]) box?.children.explicitList.forEach((child, index) => visit(child, at.child('children').child('explicitList').child(index), inner, item))
    if (List) {
      const template = at.child('children').child('template')
      visit(List.children.template.componentId, template.child('componentId'), inner, bound.items(List.children.template.dataBinding, item, template.child('dataBinding')))
    }
    if (Text) text(Text.text, at.child('text'))
    if (pair) text(pair.text, at.child('text'))
    if (Image && !house.websites.includes(new URL(Image.url.literalString).hostname)) throw wrong(at.child('url').child('literalString'), house.websites.map((host) => `https://${host}/…`).join(' | ') || 'websites:')
    if (Button) {
      const action = at.child('action')
      const [kind, name = ''] = Button.action.name.split(':')
      const goal = kind === 'tool' ? house.tools.get(name) : undefined
      const exists = kind === 'tool' ? goal !== undefined : house.pages.includes(name)
      if (!exists) throw wrong(action.child('name'), [...[...house.tools.keys()].map((one) => `tool:${one}`), ...house.pages.map((one) => `page:${one}`)].join(' | '))
      Button.action.context.forEach(({ key, value: given }, index) => {
        const where = action.child('context').child(index)
        if (!goal?.inputNames.includes(key)) throw wrong(where.child('key'), goal?.inputNames.join(' | ') || '[]')
        if ('path' in given) bound.scalar(given.path, item, where.child('value').child('path'))
      })
    }
  }
  visit(screen.root, place.child('root'), [], tool?.output)
  return screen
}

/** Where bound paths lead in the tool's output. */
function bindings(output: Field | undefined) {
  const fieldAt = (path: string, item: Field | undefined, at: Place): Field => {
    let field = path.startsWith('/') ? output : item
    const wrong = (expected: string) => at.error('DOC_FIELD_INVALID', { expected })
    if (!field) throw wrong('tool')
    for (const name of namesOf(path)) {
      const next: Field | undefined = field.type === 'array' ? (/^\d{1,4}$/.test(name) ? field.items : undefined) : own(field.properties, name)
      if (!next) throw wrong(field.type === 'array' ? '0 | 1 | …' : Object.keys(field.properties).join(' | ') || field.type)
      field = next
    }
    return field
  }
  return {
    scalar(path: string, item: Field | undefined, at: Place): void {
      const { type } = fieldAt(path, item, at)
      if (type === 'array' || type === 'object') throw at.error('DOC_FIELD_INVALID', { expected: 'string | number | integer | boolean' })
    },
    items(path: string, item: Field | undefined, at: Place): Field {
      const { items } = fieldAt(path, item, at)
      if (!items) throw at.error('DOC_FIELD_INVALID', { expected: 'array' })
      return items
    },
  }
}
