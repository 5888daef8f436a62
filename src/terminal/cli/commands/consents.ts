import { ruleWords as w } from '../../../rules/words/cli.ts'
import { headWords as h } from '../../../rules/words/lists.ts'
import type { Build } from '../commands.ts'
import { table } from '../table.ts'

export const consents: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').action(does(async () => {
    const data = await cli.ask('consents.list', {})
    const rows = data.consents.map(({ plugin, destination, agreed, disclosure }) => [plugin, destination, io.say(agreed ? w.agreed : w.notAgreed), disclosure.join(' ')])
    return { data, lines: table([[h.plugin, h.place, h.state, h.disclosed].map((word) => io.say(word)), ...rows]) }
  }))
  command.command('accept [plugin]').action(does(async (plugin: string | undefined) => {
    const data = await cli.ask('consents.accept', plugin === undefined ? {} : { plugin })
    return { data, lines: [io.say(w.accepted, { count: data.accepted.length }), ...data.accepted.map(({ plugin: id, destination: place }) => `  ${id} → ${place}`)] }
  }))
  command.command('revoke <plugin>').option('--place <place>').action(does(async (plugin: string, { place }: { place?: string }) => {
    const data = await cli.ask('consents.revoke', { plugin, ...(place === undefined ? {} : { destination: place }) })
    return { data, lines: [io.say(w.consentRevoked, { count: data.revoked.length }), ...data.revoked.map((to) => `  ${plugin} → ${to}`)] }
  }))
}
