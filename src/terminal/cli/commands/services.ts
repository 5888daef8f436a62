import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { endSignWords, serviceStateWords, unavailableWords } from '../../../rules/words/campus.ts'
import { inProfile } from '../../../rules/words/in-profile.ts'
import { headWords as h } from '../../../rules/words/lists.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { when } from '../when.ts'
import { table } from '../table.ts'

/** How each service stands and why; and what is none, with the reason. */
export const services: Build = ({ command, cli, does }) => {
  command.action(does(async () => {
    const { services: standing } = await cli.ask('services', {})
    const { io } = cli
    const unavailable = Object.entries(unavailableWords).map(([service, words]) => ({ service, why: io.say(words) }))
    const rows = [
      [h.service, h.state, h.since, h.why].map((word) => io.say(word)),
      ...standing.map(({ service, state, since, why }) => [service, io.say(serviceStateWords[state]), since === undefined ? '' : when(since), reasonOf(why, io)]),
      ...unavailable.map(({ service, why }) => [service, io.say(serviceStateWords.unavailable), '', why]),
    ]
    return { data: { services: standing, unavailable }, lines: table(rows) }
  }))
}

function reasonOf(why: ResultOf<'services'>['services'][number]['why'], io: Io): string {
  const { sign, message, hint = '' } = why ?? {}
  return [...(sign ? [io.say(endSignWords[sign])] : []), ...(message === undefined ? [] : [message, inProfile(hint, io.globals.profile)])].join('. ')
}
