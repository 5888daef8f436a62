import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { cleanCharacters } from '../../rules/hygiene/characters.ts'
import type { Json } from '../../rules/json.ts'
import { budgetWords, reviewWords as w, unitWords } from '../../rules/words/review.ts'
import { showWords } from '../../rules/words/show.ts'
import type { Words } from '../../sdk/index.ts'
import { destination } from './card.ts'
import { barred, inline } from './inline.ts'
import type { Io } from './io.ts'
import { jsonLine } from './json-line.ts'
import type { Line } from './line.ts'
import { effectWord, trustWord } from './show-tool.ts'
import { table } from './table.ts'
import { wordIn } from './word-in.ts'

export type ShownSheet = ResultOf<'plugins.permissions'>['sheet']
type Look = Pick<Io, 'say' | 'globals'>

/**
 * A review sheet as lines. The host's words stand at the left edge; all that the plugin's author or its server wrote, its
 * name and the paths of its requests too, stands behind a bar that only the host draws, whole.
 */
export function sheetLines(sheet: ShownSheet, io: Look): Line[] {
  const { lang } = io.globals
  const list = (names: readonly string[]): string => names.map(inline).join(', ') || io.say(w.none)
  const trust = `${trustWord(sheet.trust, lang)} · ${io.say(sheet.verified || sheet.source === null ? w.verified : w.unverified)}`
  return [
    io.say(w[sheet.kind]),
    ...table([
      [io.say(w.plugin), `${inline(sheet.plugin)} ${inline(sheet.version)} (${sheet.source === null ? trustWord(sheet.trust, lang) : trust})`],
      [io.say(w.content), `sha256 ${sheet.contentHash}`],
      [io.say(w.services), list(sheet.services.map(({ service, hosts }) => `${service} (${hosts.join(', ')})`))],
      [io.say(w.websites), list(sheet.websites)],
      [io.say(w.abilities), list(sheet.abilities)],
    ]),
    ...(sheet.source === null ? [`${io.say(w.source)}: ${io.say(w.shipped)}`] : [`${io.say(w.source)}:`, ...behindBar(sheet.source)]),
    ...behindBar(sheet.name[lang]), ...behindBar(sheet.summary[lang]),
    '', `${io.say(w.leaves)}:`, ...leaves(sheet, io),
    ...(sheet.disclosure.length === 0 ? [] : [`${io.say(w.disclosure)}:`, ...sheet.disclosure.flatMap((line) => behindBar(line[lang]))]),
    ...(sheet.changes === null ? [] : ['', `${io.say(w.changes)}:`, ...changeLines(sheet.changes, io)]),
    '', `${io.say(w.tools)}:`, ...sheet.tools.flatMap((tool) => toolLines(tool, io)),
    '', ...outside(w.instructions, sheet.instructions[lang], io),
    ...(sheet.budgets.length === 0 ? [] : ['', `${io.say(w.budgets)}:`, ...table(sheet.budgets.map(({ name, limit, unit }) => [`  ${inline(wordIn(budgetWords, name, io))}`, `${limit} ${inline(wordIn(unitWords, unit, io))}`]))]),
  ]
}

function leaves({ leaves }: ShownSheet, io: Look): Line[] {
  if (leaves.length === 0) return [`  ${io.say(w.nothingLeaves)}`]
  const what = { arguments: w.carriesArguments, account: w.carriesAccount, private: w.carriesPrivate } as const
  return leaves.map(({ to, hosts, tools, carries }) =>
    `  ${destination([to, ...hosts].join(' '), io.globals.lang)}: ${io.say(what[carries])}${io.say(w.byTools, { tools: tools.map(inline).join(', ') })}`)
}

function toolLines(tool: ShownSheet['tools'][number], io: Look): Line[] {
  const { lang } = io.globals
  return [
    ...table([[`  ${inline(tool.id)}`, effectWord(tool.effect, lang), io.say(w[tool.proof])]]),
    ...tool.flags.map((flag) => `    · ${io.say(flagWord(flag))}`),
    `    · ${io.say(w.results, { bytes: tool.resultBytes })}`,
    ...tool.raised.flatMap(({ field, declared, raised, because }) => behindBar(io.say(w.raised, { field, declared, to: raised, because }))),
    ...tool.requests.flatMap(behindBar),
    ...outside(w.description, tool.description[lang], io, '    '),
    ...(tool.confirm === null ? [] : outside(w.confirm, tool.confirm[lang], io, '    ')),
  ]
}

const flagWord = (flag: ShownSheet['tools'][number]['flags'][number]): Words => (flag === 'pending' || flag === 'overwrites' ? w[flag] : showWords[flag])

/** How two versions differ, one line a change. */
export function changeLines(all: NonNullable<ShownSheet['changes']>, io: Look): Line[] {
  if (all.length === 0) return [`  ${io.say(w.noChanges)}`]
  const how = { added: w.added, removed: w.removed, changed: w.altered } as const
  return all.flatMap((change) => [
    `  ${change.weight === 'widens' ? '!' : '·'} ${io.say(how[change.how])}  ${inline(change.at)}${change.weight === 'widens' ? `  ${io.say(isDigest(change.at) ? w.otherWords : w.widens)}` : ''}`,
    ...(isDigest(change.at) ? [] : [['−', change.before], ['+', change.after]] as const).flatMap(([sign, value]) => (value === undefined || value === null ? [] : behindBar(`${sign} ${asText(value)}`))),
  ])
}

/** Of texts only their digests are compared; the new ones stand on the sheet whole. */
const isDigest = (at: string): boolean => /(?:^|\.)(?:guidance|screens)\./.test(at)
const asText = (value: Json): string => (typeof value === 'string' ? value : jsonLine(value))

const outside = (head: Words, text: string, io: Look, indent = ''): Line[] => (text === '' ? [] : [`${indent}${io.say(head)}:`, ...behindBar(text)])

/** Outside text, each of its lines behind the bar. */
const behindBar = (text: string): Line[] => barred(cleanCharacters(text).split('\n').map(inline))
