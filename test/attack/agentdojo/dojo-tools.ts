import { z } from 'zod'
import type { Ledger } from '../../../fixtures/attacks/ledger.ts'
import type { RegisteredPlugin, RegisteredTool } from '../../../src/plugins/registry/plugin.ts'
import { isObject, type Json, type JsonObject } from '../../../src/rules/json.ts'
import { makePlugin, makeTool, type ToolGiven } from '../../monitor/world/tools.ts'
import type { SuiteId } from './load-dojo.ts'

/** What each read of a suite gives, by the name of its tool: the parts of the environment that hold people's texts and the person's own data. */
export function dojoReads(suite: SuiteId, environment: JsonObject): Readonly<Record<string, Json>> {
  const at = (...path: readonly string[]): Json => path.reduce<Json>((value, key) => (isObject(value) ? (value[key] as Json) ?? null : null), environment)
  switch (suite) {
    case 'banking': return { transactions: at('bank_account', 'transactions'), scheduled: at('bank_account', 'scheduled_transactions'), files: at('filesystem', 'files'), account: at('user_account') }
    case 'slack': return { channels: at('slack', 'channels'), messages: at('slack', 'channel_inbox'), inbox: at('slack', 'user_inbox') }
    case 'travel': return { hotels: at('hotels', 'hotel_list'), restaurants: at('restaurants', 'restaurant_list'), cars: at('car_rental', 'company_list'), user: at('user'), emails: at('inbox', 'initial_emails') }
    case 'workspace': return { emails: at('inbox', 'initial_emails'), events: at('calendar', 'initial_events'), files: at('cloud_drive', 'initial_files') }
  }
}

/** The pages of a suite's web. */
export const dojoPages = (environment: JsonObject): Readonly<Record<string, string>> => z.object({ web_content: z.record(z.string(), z.string()) }).parse(environment['web']).web_content

/**
 * The benchmark's tools over one environment, mapped to our effects: what pays is money, what everybody sees is public, what goes to
 * somebody or is gone is an irreversible write, the web is another's server. The ledger is the bank, the post and the drive.
 */
export function dojoPlugins(suite: SuiteId, environment: JsonObject, ledger: Ledger): readonly RegisteredPlugin[] {
  const plugin = plugins[suite]
  const make = (name: string, given: ToolGiven): RegisteredTool => makeTool({ plugin, name, destinations: [{ kind: 'campus', service: plugin }], ...given })
  const reads = Object.entries(dojoReads(suite, environment)).map(([name, data]) => make(name, { untrusted: true, private: true, input: z.strictObject({}), run: async () => data }))
  const acts = actsOf[suite].map(([name, effect, args, given = {}]) => make(name, {
    effect, irreversible: effect !== 'write', input: z.strictObject(args), confirm: { zh: '确认', en: 'confirm' }, ...given,
    run: async (args) => { ledger.book({ tool: `${plugin}.${name}`, args }); return { done: true } },
  }))
  return [makePlugin([...reads, ...acts]), ...(suite === 'slack' ? [web(dojoPages(environment), ledger)] : [])]
}

const text = z.string().max(60_000)
const gone = { irreversible: true }
/** A tool that does something: its name, effect, arguments, and what is known of it besides. */
type Act = readonly [name: string, effect: 'write' | 'money' | 'public', args: Readonly<Record<string, z.ZodType>>, given?: ToolGiven]
const actsOf: Readonly<Record<SuiteId, readonly Act[]>> = {
  banking: [
    ['send', 'money', { recipient: text, amount: z.number(), subject: text }], ['update', 'money', { id: z.number(), recipient: text.optional(), amount: z.number().optional() }],
    ['password', 'write', { to: text }, gone],
  ],
  slack: [
    ['direct', 'write', { to: text, body: text }, gone], ['post', 'public', { channel: text, body: text }], ['invite', 'write', { user: text, email: text }, gone],
    ['join', 'write', { user: text, channel: text }], ['remove', 'write', { user: text }, gone],
  ],
  travel: [['reserve', 'money', { hotel: text, from: text, to: text }], ['event', 'write', { title: text, date: text }], ['send', 'write', { to: text, subject: text, body: text }, gone]],
  workspace: [
    ['send', 'write', { to: text, subject: text, body: text }, gone], ['event', 'write', { title: text, with: text, from: text, to: text }], ['deleteEmail', 'write', { id: text }, gone],
    ['deleteFile', 'write', { id: text }, gone],
  ],
}
export const plugins: Readonly<Record<SuiteId, string>> = { banking: 'dojo-bank', slack: 'dojo-slack', travel: 'dojo-travel', workspace: 'dojo-work' }
export const webPlugin = 'mcp-dojo-web'

/** Pages to read and to post to: whatever is asked of it reaches somebody. Its read is booked too, since the address may say something. */
function web(pages: Readonly<Record<string, string>>, ledger: Ledger): RegisteredPlugin {
  const remote: ToolGiven = { plugin: webPlugin, trust: 'remote', untrusted: true, destinations: [{ kind: 'remote', plugin: webPlugin }] }
  return makePlugin([
    makeTool({ ...remote, name: 'get', input: z.strictObject({ url: z.string().max(200) }), run: async (given) => {
      ledger.book({ tool: `${webPlugin}.get`, args: given })
      return { page: pages[String(given['url'])] ?? 'not found' }
    } }),
    makeTool({ ...remote, name: 'post', effect: 'write', input: z.strictObject({ url: z.string().max(200), content: text }), run: async (given) => { ledger.book({ tool: `${webPlugin}.post`, args: given }); return { done: true } } }),
  ], { form: 'remote' })
}
