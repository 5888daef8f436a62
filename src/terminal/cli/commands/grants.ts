import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { ruleWords, stateWords } from '../../../rules/words/cli.ts'
import { grantWords as w } from '../../../rules/words/show.ts'
import { destination } from '../card.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { inline } from '../inline.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { readText } from '../read-text.ts'
import { saysYes } from '../says-yes.ts'
import { argumentsOf, grantLines, grantRows } from '../show-grant.ts'
import { when } from '../when.ts'
import { withPin } from '../with-pin.ts'

export const grants: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').action(does(async () => {
    const data = await cli.ask('grants.list', {})
    return { data, lines: data.grants.length > 0 ? grantRows(data.grants, io) : [io.say(stateWords.none)] }
  }))
  command.command('show <grant>').action(does(async (id: string) => {
    const data = await cli.ask('grants.show', { id })
    return { data, lines: grantLines(data.grant, io) }
  }))
  command.command('import <file>').action(does((file: string) => importFile(file, cli)))
  command.command('revoke <grant>').action(does(async (id: string) => {
    const data = await cli.ask('grants.revoke', { id })
    return { data, lines: [io.say(data.revoked ? ruleWords.revoked : ruleWords.wasRevoked, { id: data.id })] }
  }))
}

/** What the file allows is shown before it is agreed to: it may have been written by somebody else. Without a terminal the daemon refuses. */
async function importFile(file: string, cli: Cli): Promise<Done> {
  const { io } = cli
  const text = readText(file)
  let shownAgain: ResultOf<'grants.preview'>['again'] = []
  if (io.interactive) {
    const { allow, consents, again, missing } = await cli.ask('grants.preview', { text })
    const isAgain = (place: (typeof consents)[number]): boolean => again.some((one) => one.plugin === place.plugin && one.destination === place.destination)
    const lines = [
      io.say(w.wouldAllow),
      ...allow.map(({ tool, args, schema, uses, expires, ceiling }) => {
        const given = argumentsOf({ kind: 'allow-file', args, ...(schema ? { schema } : {}) }, io)
        return `  ${io.say(w.entry, { tool: inline(tool), given, uses, when: when(Date.parse(expires)) })}${ceiling === 'tainted' ? io.say(w.entryTainted) : ''}`
      }),
      ...(consents.length > 0 ? [io.say(w.wouldSend), ...consents.map((to) => `  ${inline(to.plugin)} → ${destination(to.destination, io.globals.lang)}${isAgain(to) ? io.say(w.sendAgain) : ''}`)] : []),
      ...missing.map((tool) => `! ${io.say(w.missing, { tool: inline(tool) })}`),
    ]
    for (const line of lines) io.tell(line)
    if (!saysYes(await prompt(io.say(w.sure), io, false))) throw new HarnessError('ALLOW_FILE_UNCONFIRMED', { file })
    shownAgain = again
  }
  const data = await withPin(await cli.client(), io, () => cli.ask('grants.import', { text, again: shownAgain }))
  return { data, lines: [io.say(ruleWords.imported, { count: data.tools.length, digest: data.digest.slice(0, 16) }), ...data.tools.map((tool) => `  ${inline(tool)}`)] }
}
