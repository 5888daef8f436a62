import { expect, it } from 'vitest'
import { holes, underTest } from './campus-under-test.ts'

it('a session that ended is told as ended, also where the keystore cannot forget it', async () => {
  const house = await underTest()
  await house.login({ service: 'treehole' })
  await house.ask(holes)
  house.sim.switches.expire = ['treehole']
  await house.keystore.close()
  await expect(house.ask(holes)).rejects.toMatchObject({ code: expect.stringMatching(/^KEYSTORE_/) })
  expect(house.events.filter(({ kind }) => kind === 'session-ended')).toHaveLength(1)
})
