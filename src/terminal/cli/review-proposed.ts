import { explain, HarnessError } from '../../rules/errors/index.ts'
import { marketWords as w } from '../../rules/words/market.ts'
import { ReportedError } from '../client/reported-error.ts'
import type { Cli } from './cli.ts'
import { inline } from './inline.ts'
import { prompt } from './prompt.ts'
import { openAndReview } from './review-plugin.ts'
import { saysYes } from './says-yes.ts'
import { shellWord } from './shell-word.ts'

/**
 * Offers the sheet of each link that the assistant proposed in the turn that ended. Nothing of a link was fetched until the
 * person, who sees it whole, says yes: the model chose its words, and asking for it tells them to its host. Without a
 * terminal it does nothing; the link stays noted. How a review ends is told and is not the turn's end.
 */
export async function reviewProposed(links: readonly string[], cli: Cli): Promise<void> {
  const { io } = cli
  if (!io.interactive) return
  for (const link of new Set(links)) {
    if (!saysYes(await prompt(io.say(w.reviewNow, { link: inline(link) }), io, false))) {
      io.talk(io.say(w.reviewLater, { link: inline(shellWord(link)) }))
      continue
    }
    try {
      for (const line of (await openAndReview({ link }, link, cli)).lines) io.tell(line)
    } catch (error) {
      const message = error instanceof ReportedError ? error.fault.message : error instanceof HarnessError && error.code !== 'INTERRUPTED' ? explain(error, io.globals.lang).message : undefined
      if (message === undefined) throw error
      io.talk(message)
    }
  }
}
