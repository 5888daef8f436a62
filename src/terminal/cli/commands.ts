import type { Words } from '../../sdk/index.ts'
import { commandWords } from '../../rules/words/cli.ts'
import type { Group } from './build-command.ts'

export type Build = (group: Group) => void
interface Entry { readonly summary: Words; readonly load: () => Promise<Build> }
export type CommandName = keyof typeof commandWords

/** Every command group, loaded when it is named. */
export const commands: Readonly<Record<CommandName, Entry>> = {
  login: entry('login', async () => (await import('./commands/login.ts')).login),
  logout: entry('logout', async () => (await import('./commands/accounts.ts')).logout),
  otp: entry('otp', async () => (await import('./commands/otp.ts')).otp),
  status: entry('status', async () => (await import('./commands/status.ts')).buildStatus),
  accounts: entry('accounts', async () => (await import('./commands/accounts.ts')).accounts),
  services: entry('services', async () => (await import('./commands/services.ts')).services),
  paycode: entry('paycode', async () => (await import('./commands/paycode.ts')).paycode),
  tools: entry('tools', async () => (await import('./commands/tools.ts')).tools),
  call: entry('call', async () => (await import('./commands/call.ts')).call),
  ask: entry('ask', async () => (await import('./commands/ask.ts')).ask),
  approvals: entry('approvals', async () => (await import('./commands/approvals.ts')).approvals),
  plugin: entry('plugin', async () => (await import('./commands/plugin.ts')).plugin),
  market: entry('market', async () => (await import('./commands/market.ts')).market),
  memory: entry('memory', async () => (await import('./commands/memory.ts')).memory),
  consents: entry('consents', async () => (await import('./commands/consents.ts')).consents),
  grants: entry('grants', async () => (await import('./commands/grants.ts')).grants),
  model: entry('model', async () => (await import('./commands/model.ts')).model),
  proxy: entry('proxy', async () => (await import('./commands/proxy.ts')).proxy),
  effects: entry('effects', async () => (await import('./commands/effects.ts')).buildEffects),
  policy: entry('policy', async () => (await import('./commands/policy.ts')).policy),
  audit: entry('audit', async () => (await import('./commands/audit.ts')).audit),
  keystore: entry('keystore', async () => (await import('./commands/keystore.ts')).keystore),
  lock: entry('lock', async () => (await import('./commands/keystore.ts')).lock),
  pin: entry('pin', async () => (await import('./commands/pin.ts')).pin),
  daemon: entry('daemon', async () => (await import('./commands/daemon.ts')).daemon),
  sim: entry('sim', async () => (await import('./commands/sim.ts')).sim),
  doctor: entry('doctor', async () => (await import('./commands/doctor.ts')).doctor),
  demo: entry('demo', async () => (await import('./commands/demo.ts')).demo),
  completion: entry('completion', async () => (await import('./commands/completion.ts')).completion),
  version: entry('version', async () => (await import('./commands/version.ts')).buildVersion),
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

function entry(name: CommandName, load: () => Promise<Build>): Entry {
  return { summary: commandWords[name], load }
}
