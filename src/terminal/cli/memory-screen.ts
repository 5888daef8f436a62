import { cardWords as w } from '../../rules/words/card.ts'
import type { Lang } from '../../sdk/index.ts'
import { whose } from './card.ts'
import type { CardScreen } from './card-screen.ts'
import { exactLines } from './exact-lines.ts'
import { barWidth, barred } from './inline.ts'
import type { Io } from './io.ts'
import { wrap } from './width.ts'

/** A memory as it is kept. */
export interface KeptMemory { readonly text: string; readonly source: string }

/** Its whole text behind the bar, exact as an argument on a card, and whose words it is. */
export function memoryLines({ text, source }: KeptMemory, lang: Lang, width: number): string[] {
  const from = wrap(`${w.memorySource[lang]}: ${source.split(', ').map((from) => whose(from, lang)).join(lang === 'zh' ? '；' : '; ')}`, width - 2)
  return [...from.map((line, at) => (at === 0 ? line : `  ${line}`)), ...barred(exactLines('text', text, width - barWidth))]
}

/** The question whether later conversations may have it as the person's own word. Its focus is on no: what has read it has read it. */
export function memoryScreen(memory: KeptMemory, io: Io): CardScreen {
  const { lang } = io.globals
  const asked = { effect: 'write', typed: undefined, reasons: [{ rule: 'R6', code: 'irreversible' }], answers: ['once' as const, 'deny' as const], freeable: [] }
  return {
    asked, choices: `[Enter/n] ${io.say(w.deny)}   [y] ${io.say(w.memoryApprove)}`,
    lines: (width) => {
      const rule = '═'.repeat(width)
      return [rule, ...wrap(w.memoryTitle[lang], width), '─'.repeat(width), ...memoryLines(memory, lang, width), ...wrap(w.memoryMeans[lang], width), rule]
    },
  }
}
