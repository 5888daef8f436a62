import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { accountHandlers } from './account.ts'
import { approvalHandlers } from './approvals.ts'
import { modelHandlers } from './model.ts'
import { pluginHandlers } from './plugins.ts'
import { ruleHandlers } from './rules.ts'
import { systemHandlers } from './system.ts'
import { toolHandlers } from './tools.ts'

/** A handler for each row of the method table; a row without one does not type. */
export const handlersOf = (house: Running): Handlers => ({
  ...systemHandlers(house), ...accountHandlers(house), ...toolHandlers(house), ...pluginHandlers(house), ...approvalHandlers(house), ...ruleHandlers(house), ...modelHandlers(house),
})
