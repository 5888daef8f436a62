import { placesOf } from '../../../daemon/protocol/places.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { daemonWords as w } from '../../../rules/words/daemon.ts'
import type { Build } from '../commands.ts'
import type { Done } from '../print.ts'
import { findSim, startSim, stopSim } from '../sim-process.ts'

/** The simulated campus of the `sim` profile, as a process of its own. */
export const sim: Build = ({ command, cli, does }) => {
  const { io } = cli
  const places = placesOf('sim', io.env)
  const up = ({ pid, port }: { readonly pid: number; readonly port: number }): Done =>
    ({ data: { running: true, pid, port }, lines: [io.say(w.simUp, { pid, port }), io.say(w.simUse)] })
  command.command('start').action(does(async () => up(await findSim(places) ?? await startSim(places, io.env, io.signal))))
  command.command('status').action(does(async () => {
    const found = await findSim(places)
    return found ? up(found) : { data: { running: false }, lines: [io.say(w.simDown)] }
  }))
  command.command('stop').action(does(async () => {
    const found = await findSim(places)
    if (!found) return { data: { stopped: false }, lines: [io.say(w.simDown)] }
    if (!(await stopSim(found.pid))) throw new HarnessError('UNEXPECTED', { problem: `pid ${found.pid}` })
    return { data: { stopped: true, pid: found.pid }, lines: [io.say(w.simStopped, { pid: found.pid })] }
  }))
}
