import { agentErrors } from './agent.ts'
import { authorErrors } from './author.ts'
import { campusErrors } from './campus.ts'
import { cliErrors } from './cli.ts'
import { daemonErrors } from './daemon.ts'
import { documentErrors } from './document.ts'
import { keystoreErrors } from './keystore.ts'
import { marketErrors } from './market.ts'
import { monitorErrors } from './monitor.ts'
import { netErrors } from './net.ts'
import { otpErrors } from './otp.ts'
import { pinErrors } from './pin.ts'
import { pluginErrors } from './plugin.ts'
import { policyErrors } from './policy.ts'
import { storeErrors } from './store.ts'

/** Every error by its code. */
export const errorTable = {
  ...netErrors, ...keystoreErrors, ...campusErrors, ...otpErrors, ...storeErrors, ...documentErrors, ...pluginErrors, ...marketErrors,
  ...pinErrors, ...policyErrors, ...monitorErrors, ...agentErrors, ...daemonErrors, ...cliErrors,
  ...authorErrors,
}

/** The closed union of what can go wrong. Callers route on it, never on a message. */
export type ErrorCode = keyof typeof errorTable

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code)
