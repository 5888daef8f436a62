import type { z } from 'zod'
import { accountMethods } from './methods/account.ts'
import { effectMethods } from './methods/effects.ts'
import { grantMethods } from './methods/grants.ts'
import { keystoreMethods } from './methods/keystore.ts'
import { marketMethods } from './methods/market.ts'
import { modelMethods } from './methods/model.ts'
import { otpMethods } from './methods/otp.ts'
import { payCodeMethods } from './methods/pay-code.ts'
import { pinMethods } from './methods/pin.ts'
import { pluginPartMethods } from './methods/plugin-parts.ts'
import { pluginLifeMethods } from './methods/plugin-life.ts'
import { pluginMethods } from './methods/plugins.ts'
import { proxyMethods } from './methods/proxy.ts'
import { ruleMethods } from './methods/rules.ts'
import { systemMethods } from './methods/system.ts'
import { toolMethods } from './methods/tools.ts'
import { trialMethods } from './methods/trials.ts'

/**
 * Everything a client can ask of the daemon: name → capability, parameters, result. The server checks by it, the client's
 * types derive from it (types only: a client bundle holds no schema library), and the reference page is made from it.
 */
export const methods = { ...systemMethods, ...accountMethods, ...toolMethods, ...pluginMethods, ...pluginLifeMethods, ...pluginPartMethods, ...marketMethods, ...ruleMethods, ...modelMethods, ...proxyMethods, ...keystoreMethods, ...pinMethods, ...payCodeMethods, ...otpMethods, ...effectMethods, ...grantMethods, ...trialMethods }

export type MethodName = keyof typeof methods
/** As a client writes it, and as a handler gets it. */
export type ParamsOf<M extends MethodName> = z.input<(typeof methods)[M]['params']>
export type CheckedParams<M extends MethodName> = z.output<(typeof methods)[M]['params']>
/** As a handler returns it, and as a client gets it. */
export type AnswerOf<M extends MethodName> = z.input<(typeof methods)[M]['result']>
export type ResultOf<M extends MethodName> = z.output<(typeof methods)[M]['result']>
