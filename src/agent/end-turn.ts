import { type ErrorReport, explain, type HarnessError } from '../rules/errors/index.ts'
import { exits } from '../rules/errors/table.ts'
import { turnWords } from '../rules/words/agent.ts'
import { reportInProfile } from '../rules/words/in-profile.ts'
import { say } from '../rules/words/say.ts'
import type { Said } from './ask-model.ts'
import type { TurnEnd, TurnReason } from './turn-events.ts'
import type { TurnOptions } from './turn-options.ts'
import type { TurnState } from './turn-state.ts'

/** Why the steps ended, and the last words of the model. */
export interface Ending { readonly reason: TurnReason; readonly said: Said; readonly cutShort: boolean; readonly error?: HarnessError }

/**
 * How a turn ended, in words that say what was done and what was not. A turn that answered although a call was refused ends as `refused`:
 * whoever asked should know, also by the exit code. `end` is what is told, `stored` its text with the model's own words as it wrote them.
 */
export function endTurn(ending: Ending, options: TurnOptions, state: TurnState): { readonly end: TurnEnd; readonly stored: string } {
  const refused = state.refused()
  const reason: TurnReason = ending.reason === 'done' && refused.length > 0 ? 'refused' : ending.reason
  const { text: scrub } = options.scrubber
  const text = (said: string) => scrub(textOf({ ...ending, said }, reason, options, state))
  const links = ending.said.links.map((link) => ({ ...link, url: scrub(link.url) }))
  const end = { reason, text: text(ending.said.shown), ...(links.length > 0 ? { links } : {}), used: state.used(), refused, ...(state.granted().length > 0 ? { granted: state.granted() } : {}), tainted: state.tainted(), ...(reason === 'provider-failed' ? { failure: ofProvider(scrubbed(explained(ending.error, options), scrub)) } : {}) }
  return { end, stored: text(ending.said.text) }
}

/** An error in the person's language, its commands as they are typed in this profile. */
function explained(error: unknown, { lang, profile = 'default' }: Pick<TurnOptions, 'lang'> & { readonly profile?: TurnOptions['profile'] | undefined }): ErrorReport {
  return reportInProfile(explain(error, lang), profile)
}

/** Whatever way the provider failed, a script sees that it was the provider; a locked keystore has a remedy of its own. */
const ofProvider = (report: ErrorReport): ErrorReport => ({ ...report, exit: report.exit === exits.keystore ? exits.keystore : exits.model })

const scrubbed = (report: ErrorReport, scrub: (text: string) => string): ErrorReport => ({ ...report, message: scrub(report.message), hint: scrub(report.hint) })

function textOf(ending: Omit<Ending, 'said'> & { readonly said: string }, reason: TurnReason, { lang, profile }: TurnOptions, state: TurnState): string {
  const { steps, calls, denials } = state.budgets
  const own = ending.said.trim()
  const tell = (word: keyof typeof turnWords, params: Record<string, string | number> = {}) => say(turnWords[word], lang, params)
  const list = (word: 'done' | 'undone' | 'unknown', tools: readonly string[]) => (tools.length ? [tell(word, { tools: tools.join(', ') })] : [])
  const account = () => [...list('done', state.used()), ...list('undone', state.undone())]
  const lines = (() => {
    switch (reason) {
      case 'done':
      case 'refused': return own === '' ? [state.mustSpeak() ? tell('refused', { count: denials }) : tell('silent'), ...account()] : [own]
      case 'budget': return [own, tell('budget', { steps, calls }), ...account()]
      case 'cancelled': return [own, tell('cancelled'), ...account()]
      case 'locked': return [own, tell('locked'), ...account()]
      case 'provider-failed': {
        const { message, hint } = explained(ending.error, { lang, profile })
        return [own, `${message}${lang === 'zh' ? '。' : '. '}${hint}`, ...account()]
      }
    }
  })()
  // Told by the host in every case: the model may well have said that all is done.
  return [...lines, ...list('unknown', state.unknown()), ...(ending.cutShort ? [tell('cutShort')] : [])].filter((line) => line !== '').join('\n')
}
