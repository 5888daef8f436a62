import { connect } from 'node:net'
import type { Door, DoorRequest, Network } from '../host/net/door.ts'
import { HarnessError } from '../rules/errors/index.ts'
import type { MakeDoor } from './lazy-door.ts'

export type SimNetwork = Extract<Network, { readonly kind: 'sim' }>

/**
 * Doors of the simulated profile. A campus that is started anew has another port and certificate, and each request goes to the
 * one there is now: no daemon need be started anew for it. Where none is there a request rejects with `DAEMON_SIM_MISSING`,
 * not with what the network says of a port that nobody listens on. The person's own model server is no part of the campus.
 * @param first the campus at the daemon's start
 * @param find the campus there is now; throws `DAEMON_SIM_MISSING`
 */
export function simDoors(first: SimNetwork, find: () => SimNetwork, doorsTo: (network: SimNetwork) => MakeDoor): MakeDoor {
  return (seams) => {
    let current = { network: first, door: doorsTo(first)(seams) }
    const follow = (): void => {
      const network = findOrSayUnsent(find)
      if (network.port === current.network.port && network.ca === current.network.ca) return
      // What is under way in there has nobody to answer it.
      void current.door.close()
      current = { network, door: doorsTo(network)(seams) }
    }
    const through = async <T>({ destination }: DoorRequest, act: (door: Door) => Promise<T>): Promise<T> => {
      if (destination.kind === 'model') return act(current.door)
      follow()
      const { network, door } = current
      return act(door).catch(async (error: unknown) => {
        if (!(error instanceof HarnessError) || !error.code.startsWith('NET_') || error.code === 'NET_CANCELLED' || await listens(network)) throw error
        throw new HarnessError('DAEMON_SIM_MISSING', { problem: `127.0.0.1:${network.port}`, left: error.params['left'] ?? 'yes' }, { cause: error })
      })
    }
    return {
      request: (request) => through(request, (door) => door.request(request)),
      stream: (request) => through(request, (door) => door.stream(request)),
      close: () => current.door.close(),
    }
  }
}

function findOrSayUnsent(find: () => SimNetwork): SimNetwork {
  try {
    return find()
  } catch (error) {
    throw error instanceof HarnessError ? new HarnessError(error.code, { ...error.params, left: 'no' }, { cause: error }) : error
  }
}

/** Whether a campus is there and its port is listened on. */
export async function isCampusUp(find: () => SimNetwork): Promise<boolean> {
  let network: SimNetwork
  try { network = find() } catch { return false }
  return listens(network)
}

/** How long a port on this machine may take to answer, in milliseconds; one that takes longer is there and busy. */
const patienceMs = 500

const listens = ({ port }: SimNetwork): Promise<boolean> => new Promise((resolve) => {
  const socket = connect({ host: '127.0.0.1', port })
  const end = (answer: boolean): void => { socket.destroy(); resolve(answer) }
  socket.setTimeout(patienceMs, () => end(true))
  socket.once('connect', () => end(true)).once('error', () => end(false))
})
