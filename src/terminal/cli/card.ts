import type { ShownCard } from '../../daemon/protocol/shapes.ts'
import { explainReason } from '../../rules/explain-reason.ts'
import { isObject } from '../../rules/json.ts'
import { isThirdPartyPlace } from '../../rules/third-party.ts'
import { cardWords as w } from '../../rules/words/card.ts'
import { say } from '../../rules/words/say.ts'
import type { Lang } from '../../sdk/index.ts'
import { exactJsonLines, exactLines } from './exact-lines.ts'
import { barWidth, barred, inline } from './inline.ts'
import { padTo, widthOf, wrap } from './width.ts'

export interface CardLook {
  readonly lang: Lang
  /** Columns, 19 or more. */
  readonly width: number
  /** Milliseconds since the epoch, for how long the card is good. */
  readonly now: number
}

/**
 * The approval card as lines (policy §4). The host's words stand at the left edge; everything that a plugin, the model or
 * a third party wrote stands behind a bar that only the host draws, whole, wrapped and never cut.
 */
export function drawCard(card: ShownCard, look: CardLook): string[] {
  const { lang, width } = look
  const label = Math.max(...[w.tool, w.effect, w.whoAsks, w.goesTo, w.account, w.why].map((word) => widthOf(word[lang]))) + 2
  const row = (name: string, value: string): string[] => {
    if (width - label < 20) return [...(name === '' ? [] : [`${name}:`]), ...wrap(value, width - 2).map((line) => `  ${line}`)]
    return wrap(value, width - label).map((line, at) => padTo(at === 0 ? name : '', label) + line)
  }
  const rule = '═'.repeat(width)
  return [
    rule, ...wrap(w.title[lang], width), '─'.repeat(width),
    ...row(w.tool[lang], `${inline(card.tool)} (${trustWord(card.plugin.trust, lang)})`),
    ...row(w.effect[lang], effectWords(card, lang)),
    ...row(w.whoAsks[lang], asker(card.principal, lang)),
    ...(card.account === undefined ? [] : row(w.account[lang], inline(card.account))),
    ...card.goesTo.flatMap((place, at) => row(at === 0 ? w.goesTo[lang] : '', destination(place, lang))),
    ...card.reasons.flatMap((reason, at) => row(at === 0 ? w.why[lang] : '', inline(explainReason(asReason(reason), lang)))),
    ...(card.tainted ? wrap(`! ${w.tainted[lang]}`, width) : []),
    `${w.arguments[lang]}:`, ...argumentLines(card, look),
    ...leavingLines(card, look),
    ...(card.confirm ? [...wrap(`${w.pluginSays[lang]}:`, width), ...behindBar(card.confirm[lang], width)] : []),
    ...wrap(say(w.expires, lang, { minutes: Math.max(0, Math.ceil((card.expiresAt - look.now) / 60_000)) }), width),
    rule,
  ]
}

/** What of a card says which keys answer it. */
export type AskedKind = Pick<ShownCard, 'effect' | 'typed' | 'reasons' | 'answers' | 'freeable'>

/** Whether the answer that changes nothing has the focus: what costs, is seen by others, or cannot be undone. */
export const deniesByDefault = (card: AskedKind): boolean =>
  card.effect === 'money' || card.effect === 'public' || card.typed !== undefined || card.reasons.some(({ code }) => code === 'irreversible') || !card.answers.includes('once')

/** Each argument whole: its name and value as JSON, so that a line end or a control in it can draw nothing, and whose words it is. */
function argumentLines(card: ShownCard, { lang, width }: CardLook): string[] {
  const args: unknown = JSON.parse(card.args)
  const entries = isObject(args) ? Object.entries(args) : [['', args] as const]
  if (entries.length === 0) return [`  ${w.noArguments[lang]}`]
  return entries.flatMap(([name, value]) => {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const from = [...new Set(card.provenance.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`) || path === `${pointer}#key`).map((span) => span.from))]
    return [
      ...barred(exactLines(name, value, width - barWidth)),
      ...from.flatMap((who) => wrap(whose(who, lang), width - 7).map((line, at) => `    ${at === 0 ? '← ' : '   '}${line}`)),
    ]
  })
}

/** What goes to a third party as the bytes that they are (policy R7): a server gets these, and a plugin's website what the plugin makes of these alone. */
function leavingLines(card: ShownCard, { lang, width }: CardLook): string[] {
  const places = card.goesTo.filter((place) => isThirdPartyPlace(kindOf(place), card.plugin.trust))
  if (places.length === 0) return []
  const bytes = new TextEncoder().encode(card.args).length
  const said = places.flatMap((place) => wrap(say(kindOf(place) === 'remote' ? w.leavesRemote : w.leavesWebsite, lang, { to: destination(place, lang), bytes }), width))
  return [...said, ...barred(exactJsonLines(card.args, width - barWidth))]
}

/** What stands before the colon of a place as the daemon names it. */
const kindOf = (place: string): string => place.split(':', 1)[0] ?? ''

const behindBar = (text: string, width: number): string[] => barred(wrap(inline(text), width - barWidth))

/** Whose words something is of: `user`, `model`, `model-tainted`, `input` for what nobody typed, or the tools whose results held it. */
export function whose(from: string, lang: Lang): string {
  if (from === 'input') return w.fromNobody[lang]
  if (from === 'user') return w.fromUser[lang]
  if (from === 'model') return w.fromModel[lang]
  if (from === 'model-tainted') return w.fromTaintedModel[lang]
  return say(w.fromThirdParty, lang, { name: inline(from) })
}

/** Who asks, in words. */
export function asker(principal: string, lang: Lang): string {
  switch (principal) {
    case 'user': return w.byUser[lang]
    case 'agent': return w.byAgent[lang]
    case 'script': return w.byScript[lang]
    case 'schedule': return w.bySchedule[lang]
    case 'bridge': return w.byBridge[lang]
    default: return say(w.byPlugin, lang, { name: inline(principal.replace(/^plugin:/, '')) })
  }
}

function effectWords(card: ShownCard, lang: Lang): string {
  const { effect } = card
  const word = effect === 'read' || effect === 'write' || effect === 'money' || effect === 'public' ? w[effect][lang] : inline(effect)
  return card.reasons.some(({ code }) => code === 'irreversible') ? `${word} · ${w.irreversible[lang]}` : word
}

const trustWord = (trust: string, lang: Lang): string =>
  (trust === 'bundled' || trust === 'official' || trust === 'community' || trust === 'remote' ? w[trust][lang] : inline(trust))

/** `campus:treehole treehole.pku.edu.cn` → 校内服务 treehole (treehole.pku.edu.cn). */
export function destination(place: string, lang: Lang): string {
  const [name = '', ...hosts] = inline(place).split(' ')
  const [kind = '', what = ''] = name.split(/:(.*)/s)
  const words = { local: w.goesLocal, campus: w.goesCampus, website: w.goesWebsite, remote: w.goesRemote, model: w.goesModel, cloud: w.goesCloud, update: w.goesUpdate } as const
  const said = Object.hasOwn(words, kind) ? say(words[kind as keyof typeof words], lang, { name: what }) : name
  return hosts.length ? `${said} (${hosts.join(', ')})` : said
}

const rules = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'] as const
const asReason = ({ rule, code, params }: ShownCard['reasons'][number]): Parameters<typeof explainReason>[0] =>
  ({ rule: rules.find((known) => known === rule) ?? 'R3', code, ...(params ? { params } : {}) })
