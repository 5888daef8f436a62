import { ruleWords as w, stateWords } from '../../../rules/words/cli.ts'
import type { Build } from '../commands.ts'
import { readText } from '../read-text.ts'
import { grantRows } from '../show-grant.ts'
import { withPin } from '../with-pin.ts'

export const grants: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').action(does(async () => {
    const data = await cli.ask('grants.list', {})
    return { data, lines: data.grants.length > 0 ? grantRows(data.grants, io, Date.now()) : [io.say(stateWords.none)] }
  }))
  command.command('import <file>').action(does(async (file: string) => {
    const text = readText(file)
    const data = await withPin(await cli.client(), io, () => cli.ask('grants.import', { text }))
    return { data, lines: [io.say(w.imported, { count: data.tools.length, digest: data.digest.slice(0, 16) }), ...data.tools.map((tool) => `  ${tool}`)] }
  }))
  command.command('revoke <grant>').action(does(async (id: string) => {
    const data = await cli.ask('grants.revoke', { id })
    return { data, lines: [io.say(data.revoked ? w.revoked : w.wasRevoked, { id: data.id })] }
  }))
}
