import type { MethodName } from '../protocol/methods.ts'
import type { Running } from '../running.ts'
import type { Handler, Handlers } from '../server/peer.ts'
import { accountHandlers } from './account.ts'
import { accountsHandlers } from './accounts.ts'
import { approvalHandlers } from './approvals.ts'
import { auditHandlers } from './audit.ts'
import { effectHandlers } from './effects.ts'
import { grantHandlers } from './grants.ts'
import { keystoreHandlers } from './keystore.ts'
import { wakeHouse } from './lock-house.ts'
import { marketHandlers } from './market.ts'
import { modelHandlers } from './model.ts'
import { otpHandlers } from './otp.ts'
import { otpBindHandlers } from './otp-bind.ts'
import { payCodeHandlers } from './pay-code.ts'
import { pinHandlers } from './pin.ts'
import { pluginPartHandlers } from './plugin-parts.ts'
import { pluginLifeHandlers } from './plugin-life.ts'
import { pluginHandlers } from './plugins.ts'
import { proxyHandlers } from './proxy.ts'
import { ruleHandlers } from './rules.ts'
import { systemHandlers } from './system.ts'
import { toolHandlers } from './tools.ts'
import { trialHandlers } from './trials.ts'

/** A handler for each row of the method table; a row without one does not type. What needs secrets lifts a lock that nobody set. */
export function handlersOf(house: Running): Handlers {
  const waking = <M extends MethodName>(handler: Handler<M>): Handler<M> => async (params, asked) => {
    await wakeHouse(house, asked.peer.id)
    return handler(params, asked)
  }
  const [tools, account, model, rules, pin, otp, proxy] = [toolHandlers(house), accountHandlers(house), modelHandlers(house), ruleHandlers(house), pinHandlers(house), otpHandlers(house), proxyHandlers(house)]
  const [accounts, binding] = [accountsHandlers(house), otpBindHandlers(house)]
  const parts = pluginPartHandlers(house)
  const [grants, audit] = [grantHandlers(house), auditHandlers(house)]
  return {
    ...systemHandlers(house), ...keystoreHandlers(house), ...account, ...tools, ...pluginHandlers(house), ...pluginLifeHandlers(house), ...parts, ...marketHandlers(house), ...approvalHandlers(house), ...rules, ...audit, ...model, ...proxy, ...pin, ...otp, ...effectHandlers(house), ...grants,
    'plugins.widget': waking(parts['plugins.widget']),
    'plugins.shortcut': waking(parts['plugins.shortcut']),
    'plugins.try': waking(trialHandlers(house)['plugins.try']),
    'call': waking(tools.call), 'ask': waking(tools.ask), 'login': waking(account.login), 'logout': waking(account.logout), 'grants.import': waking(grants['grants.import']), 'grants.preview': waking(grants['grants.preview']),
    'audit.export': waking(audit['audit.export']),
    ...accounts, 'accounts.use': waking(accounts['accounts.use']), 'accounts.forget': waking(accounts['accounts.forget']),
    'otp.bind': waking(binding['otp.bind']), 'otp.keep': waking(binding['otp.keep']),
    'otp.set': waking(otp['otp.set']), 'otp.clear': waking(otp['otp.clear']), 'otp.test': waking(otp['otp.test']),
    'model.test': waking(model['model.test']), 'model.set': waking(model['model.set']),
    'paycode.show': waking(payCodeHandlers(house)['paycode.show']),
    'proxy.login': waking(proxy['proxy.login']),
    'pin.enter': waking(pin['pin.enter']), 'pin.set': waking(pin['pin.set']), 'pin.clear': waking(pin['pin.clear']),
  }
}
