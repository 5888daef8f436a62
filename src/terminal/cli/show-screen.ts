import { isList, type Json } from '../../rules/json.ts'
import { valueAt } from '../../rules/screen/pointer.ts'
import type { Screen, ScreenText, ScreenWords } from '../../rules/screen/screen-schema.ts'
import { screenWords as w } from '../../rules/words/screen.ts'
import { inline } from './inline.ts'
import type { Io } from './io.ts'
import { type Line, indented, textOf } from './line.ts'
import { shellWord } from './shell-word.ts'
import { table } from './table.ts'

/**
 * A widget or a page as lines of text: columns under each other, rows side by side, the rows of a list aligned, a button as the
 * command it stands for. What its tool gave is outside text and stays inside its own line.
 */
export function showScreen(screen: Screen, plugin: string, data: Json, io: Pick<Io, 'say' | 'globals'>): Line[] {
  const byId = new Map(screen.components.map(({ id, component }) => [id, component]))
  const words = (of: ScreenWords): string => inline(typeof of === 'string' ? of : of[io.globals.lang])
  const text = (of: ScreenText, item: Json): string => ('path' in of ? shown(valueAt(of.path, data, item)) : words(of.literalString))

  const draw = (id: string, item: Json): Line[] => {
    const { Column, Row, List, Text, Field, Image, Button } = byId.get(id) ?? {}
    if (Column) return Column.children.explicitList.flatMap((child) => draw(child, item))
    if (Row) return table([cells(Row.children.explicitList, item)])
    if (List) return list(List.children.template.componentId, itemsAt(List.children.template.dataBinding, item))
    if (Text) return [text(Text.text, item)]
    if (Field) return [`${words(Field.label.literalString)}${io.globals.lang === 'zh' ? '：' : ': '}${text(Field.text, item)}`]
    if (Image) return [io.say(w.image, { alt: words(Image.altText.literalString) })]
    return Button ? [button(Button, item)] : []
  }
  const cells = (ids: readonly string[], item: Json): string[] => ids.map((child) => draw(child, item).map(textOf).join(' '))
  const list = (id: string, items: readonly Json[]): Line[] => {
    if (items.length === 0) return [io.say(w.empty)]
    const row = byId.get(id)?.Row
    if (row) return table(items.map((one) => cells(row.children.explicitList, one)))
    return items.flatMap((one) => draw(id, one).map((line, at) => indented(line, at === 0 ? '- ' : '  ')))
  }
  const itemsAt = (path: string, item: Json): readonly Json[] => {
    const found = valueAt(path, data, item)
    return isList(found) ? found : []
  }
  const button = ({ label, action }: NonNullable<Screen['components'][number]['component']['Button']>, item: Json): string => {
    const [kind, name = ''] = action.name.split(':')
    const args = action.context.map(({ key, value }) => `--${inline(key)} ${shellWord('path' in value ? shown(valueAt(value.path, data, item)) : shown(value.literal))}`)
    const command = kind === 'page' ? io.say(w.seeWidget, { plugin, name }) : io.say(w.callTool, { line: [`${plugin}.${name}`, ...args].join(' ') })
    return `[${words(label.literalString)}] ${command}`
  }
  return draw(screen.root, data)
}

const shown = (value: Json): string => (value === null ? '-' : inline(typeof value === 'string' ? value : JSON.stringify(value)))
