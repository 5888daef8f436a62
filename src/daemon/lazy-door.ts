import type { Door, Network } from '../host/net/door.ts'
import type { DoorSeams } from '../host/net/open-door.ts'
import { HarnessError } from '../rules/errors/index.ts'

export type MakeDoor = (seams: DoorSeams) => Door

/**
 * Doors that are opened at their first use: the HTTP client is a fifth of a start's work, and an idle daemon sends nothing.
 * Where an update has taken that part away meanwhile, a request rejects with `DAEMON_STOPPING` and `replaced` is called: the
 * next command starts the new daemon.
 */
export function lazyDoors(network: Network, replaced: () => void, load: () => Promise<{ openDoor(network: Network, seams: DoorSeams): Door }> = () => import('../host/net/open-door.ts')): MakeDoor {
  return (seams) => {
    let door: Promise<Door> | undefined
    const opened = (): Promise<Door> => (door ??= load().then(({ openDoor }) => openDoor(network, seams)).catch((cause: unknown) => {
      door = undefined
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
      replaced()
      throw new HarnessError('DAEMON_STOPPING', {}, { cause })
    }))
    return {
      request: async (request) => (await opened()).request(request),
      stream: async (request) => (await opened()).stream(request),
      close: async () => { await (await door)?.close() },
    }
  }
}
