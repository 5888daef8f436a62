import { openCall } from '../../../src/monitor/call-in-progress.ts'
import type { House, OpenHouse } from '../../../src/monitor/house.ts'
import type { Monitor } from '../../../src/monitor/monitor.ts'
import { outcomeOf } from '../../../src/monitor/outcome.ts'
import { createSessionGrants } from '../../../src/monitor/standing/session-grants.ts'
import { absorb } from '../../../src/monitor/steps/absorb.ts'
import { freeze } from '../../../src/monitor/steps/freeze.ts'
import { guard } from '../../../src/monitor/steps/guard.ts'
import { hygiene } from '../../../src/monitor/steps/hygiene.ts'
import { intent } from '../../../src/monitor/steps/intent.ts'
import { label } from '../../../src/monitor/steps/label.ts'
import { record } from '../../../src/monitor/steps/record.ts'
import { resolve } from '../../../src/monitor/steps/resolve.ts'
import { run } from '../../../src/monitor/steps/run.ts'
import { validate } from '../../../src/monitor/steps/validate.ts'

/**
 * The control: the monitor's own steps, but that nothing is decided and everybody counts as having agreed. It stands in the tests
 * alone; the product has no switch for it. Without it a zero of the suite could mean that the attacks do nothing anyway.
 */
export function forcedMonitor(house: House): Monitor {
  const monitor: Monitor = {
    async invoke(request) {
      const call = openCall(request, open.chance.uuid())
      try {
        resolve(call, open)
        validate(call, open)
        freeze(call, open)
        label(call, open)
        call.decided.set({ decision: { outcome: 'allow', reasons: [{ rule: 'R5', outcome: 'allow', code: 'effectAllowed' }], grant: undefined }, grant: undefined, setting: undefined })
        call.cleared.set({ by: 'person', argsDigest: call.frozen.get().digest, approval: 'forced' })
        await guard(call, open)
        intent(call, open)
        await run(call, open)
        hygiene(call, open)
        absorb(call)
      } catch (error) {
        call.failure.set(error)
      }
      record(call, open)
      return outcomeOf(call, open)
    },
  }
  const open: OpenHouse = { ...house, sessionGrants: createSessionGrants(house.clock), invoke: monitor.invoke }
  return monitor
}
