import { openCall } from './call-in-progress.ts'
import type { CallOutcome, CallRequest } from './call-request.ts'
import type { OpenHouse } from './house.ts'
import { outcomeOf } from './outcome.ts'
import { absorb } from './steps/absorb.ts'
import { ask } from './steps/ask.ts'
import { decide } from './steps/decide.ts'
import { freeze } from './steps/freeze.ts'
import { guard } from './steps/guard.ts'
import { hygiene } from './steps/hygiene.ts'
import { intent } from './steps/intent.ts'
import { label } from './steps/label.ts'
import { record } from './steps/record.ts'
import { resolve } from './steps/resolve.ts'
import { run } from './steps/run.ts'
import { validate } from './steps/validate.ts'

/**
 * The one path that every tool call takes (law 1): for the agent, the CLI, a widget, a schedule, an outside client.
 * The steps stand in this order and no other. Each leaves what it found for the later ones, and each later one refuses
 * to go on without it, so a step that is skipped, throws, hangs or answers nonsense stops the call.
 * Never rejects: every way a call can end is an outcome with a record.
 */
export async function invoke(request: CallRequest, house: OpenHouse): Promise<CallOutcome> {
  const call = openCall(request, house.chance.uuid())
  try {
    resolve(call, house)      // the tool and its plugin, from the registry alone
    validate(call, house)     // the arguments, by the tool's own schema
    freeze(call, house)       // without secrets, out of the caller's reach, with the digest they are known by
    label(call, house)        // whose words, whose data and which wishes of the person's are in this
    await decide(call, house) // allow, ask or deny, by the rules
    await ask(call, house)    // the person, at a card, if it was decided so
    await guard(call, house)  // anything that may still stop it; is all still as it was decided and shown
    intent(call, house)       // on the disk before it happens
    await run(call, house)    // the tool's own code, inside what it declared
    hygiene(call, house)      // nothing hidden, nothing secret, nothing endless
    absorb(call)              // what the result carries joins the conversation
  } catch (error) {
    call.failure.set(error)
  }
  record(call, house)         // how it ended, whichever way
  return outcomeOf(call, house)
}
