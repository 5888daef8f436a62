import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { callWords as c } from '../../rules/words/cli.ts'
import { effectWords } from '../../rules/words/effects.ts'
import { explainWords as w } from '../../rules/words/explain.ts'
import { asker, destination } from './card.ts'
import type { Io } from './io.ts'
import { indented, type Line } from './line.ts'
import { scopeWords } from './scope-words.ts'
import { effectWord } from './show-tool.ts'
import { table } from './table.ts'

type Explained = ResultOf<'policy.explain'>
type Look = Pick<Io, 'say' | 'globals'>

/** A decision for people: what it is, by which rules, what would have to change, and what was looked at for it. */
export function explainedLines(data: Explained, io: Look): Line[] {
  const { principal, tool, outcome, reasons, changes } = data
  return [
    io.say(c.decision, { principal: asker(principal, io.globals.lang), tool, outcome: io.say(c[outcome]) }),
    ...reasons.map(({ message }) => `  ${message}`),
    ...(changes.length > 0 ? ['', io.say(w.change), ...changes.map(({ message }) => `  ${message}`)] : []),
    '', io.say(w.weighed), ...table(weighed(data, io)).map((row) => indented(row, '  ')),
  ]
}

function weighed({ weighed: { settings, grants, consents }, tainted, private: holdsPrivate }: Explained, io: Look): string[][] {
  const assumed = [...(tainted ? [io.say(w.tainted)] : []), ...(holdsPrivate ? [io.say(w.private)] : [])]
  const rows = (head: string, texts: readonly string[], none: string): string[][] => (texts.length === 0 ? [[head, none]] : texts.map((text, at) => [at === 0 ? head : '', text]))
  return [
    ...rows(io.say(w.context), assumed, io.say(w.plain)),
    ...rows(io.say(w.settings), settings.map(({ scope, id, effect, choice }) => io.say(effectWords.set, {
      scope: scopeWords(scope, id, io), effect: effectWord(effect, io.globals.lang), choice: io.say(effectWords[choice]),
    })), io.say(w.none)),
    ...rows(io.say(w.grants), grants.map(({ id, covers }) => io.say(covers ? w.applies : w.appliesNot, { grant: id })), io.say(w.none)),
    ...rows(io.say(w.consents), consents.map((one) => io.say(one.agreed ? w.agreed : w.notAgreed, { place: destination(one.destination, io.globals.lang) })), io.say(w.local)),
  ]
}
