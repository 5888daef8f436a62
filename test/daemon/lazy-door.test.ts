import { expect, it } from 'vitest'
import { lazyDoors } from '../../src/daemon/lazy-door.ts'
import { systemClock } from '../../src/host/clock/clock.ts'

const request = { destination: { kind: 'campus', service: 'portal' }, url: 'https://portal.pku.edu.cn/', hosts: ['portal.pku.edu.cn'] } as const

it('a daemon whose files an update has replaced says that it is stopping, and stops', async () => {
  let stopped = 0
  // What Node says of a part that is no longer there.
  const door = lazyDoors({ kind: 'public' }, () => { stopped += 1 }, () => import(`${import.meta.dirname}/open-door-GONE.mjs`))({ clock: systemClock })
  await expect(door.request(request)).rejects.toMatchObject({ code: 'DAEMON_STOPPING' })
  expect(stopped).toBe(1)
  await door.close()
})

it('any other fault at its opening is that fault, and the next request opens anew', async () => {
  let tries = 0
  const door = lazyDoors({ kind: 'public' }, () => { throw new Error('nothing was replaced') }, () => { tries += 1; return Promise.reject(new TypeError('odd')) })({ clock: systemClock })
  for (const _ of [1, 2]) await expect(door.request(request)).rejects.toThrow('odd')
  expect(tries).toBe(2)
  await door.close()
})
