import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type SimNetwork, isCampusUp, simDoors } from '../../src/daemon/sim-door.ts'
import { systemClock } from '../../src/host/clock/clock.ts'
import type { Door, DoorRequest } from '../../src/host/net/door.ts'
import { requestLeft } from '../../src/host/net/request-left.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'

const toCampus: DoorRequest = { destination: { kind: 'campus', service: 'portal' }, url: 'https://portal.pku.edu.cn/', hosts: ['portal.pku.edu.cn'] }
const toModel: DoorRequest = { destination: { kind: 'model', provider: 'local' }, url: 'http://127.0.0.1:1/', hosts: ['127.0.0.1'] }
const campusAt = (port: number): SimNetwork => ({ kind: 'sim', port, ca: `certificate of ${port}`, hosts: [] })
const missing = new HarnessError('DAEMON_SIM_MISSING', { problem: 'no sim.json' })

/** A door of the profile whose inner doors all fail in one way; which of them were opened, asked and closed. */
function doorsThatFail(error: HarnessError, find: () => SimNetwork) {
  const told: string[] = []
  const doorsTo = ({ port }: SimNetwork) => (): Door => {
    told.push(`open ${port}`)
    const fail = async () => { told.push(`ask ${port}`); throw error }
    return { request: fail, stream: fail, close: async () => { told.push(`close ${port}`) } }
  }
  return { told, door: simDoors(campusAt(1), find, doorsTo)({ clock: systemClock }) }
}
const failureOf = (asked: Promise<unknown>): Promise<unknown> => asked.then(() => undefined, (error: unknown) => error)

describe('the door of the simulated profile', () => {
  it('asks nothing where no campus is written down, and says that nothing left', async () => {
    const { door, told } = doorsThatFail(missing, () => { throw missing })
    const error = await failureOf(door.request(toCampus))
    expect([error, requestLeft(error), told]).toEqual([expect.objectContaining({ code: 'DAEMON_SIM_MISSING' }), false, ['open 1']])
  })

  it.each([['no', false], ['yes', true]])('where nothing listens any more, a fault of the network is a campus that is gone; whether the request left is kept (%s)', async (left, wanted) => {
    const { door } = doorsThatFail(new HarnessError('NET_RESET_AFTER_SEND', { host: 'portal.pku.edu.cn', left }), () => campusAt(1))
    const error = await failureOf(door.stream(toCampus))
    expect([error, requestLeft(error)]).toEqual([expect.objectContaining({ code: 'DAEMON_SIM_MISSING' }), wanted])
  })

  it('a fault of the network with a campus that is there is that fault', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const campus = campusAt((server.address() as AddressInfo).port)
    const { door, told } = doorsThatFail(new HarnessError('NET_RESET_BEFORE_SEND', { host: 'x', left: 'no' }), () => campus)
    expect(await failureOf(door.request(toCampus))).toMatchObject({ code: 'NET_RESET_BEFORE_SEND' })
    expect(told).toEqual(['open 1', 'close 1', `open ${campus.port}`, `ask ${campus.port}`])
    expect(await isCampusUp(() => campus)).toBe(true)
    server.close()
    await once(server, 'close')
    expect(await isCampusUp(() => campus)).toBe(false)
  })

  it.each(['NET_CANCELLED', 'CALL_CANCELLED'] as const)('%s is no sign of a campus that is gone', async (code) => {
    expect(await failureOf(doorsThatFail(new HarnessError(code), () => campusAt(1)).door.request(toCampus))).toMatchObject({ code })
  })

  it('the person\'s own model server is asked whatever becomes of the campus', async () => {
    const { door, told } = doorsThatFail(new HarnessError('NET_RESET_BEFORE_SEND', { host: '127.0.0.1' }), () => { throw missing })
    expect(await failureOf(door.stream(toModel))).toMatchObject({ code: 'NET_RESET_BEFORE_SEND' })
    expect(told).toEqual(['open 1', 'ask 1'])
  })
})
