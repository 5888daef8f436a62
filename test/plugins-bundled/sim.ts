import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CampusData, RunningCampus } from '../../fixtures/campus/campus-api.ts'
import { startCampus } from '../../fixtures/campus/start-campus.ts'
import { openCampus } from '../../src/host/campus/open-campus.ts'
import { systemChance, systemClock } from '../../src/host/clock/clock.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { openDoor } from '../../src/host/net/open-door.ts'
import { adaptBundled } from '../../src/plugins/bundled/adapt-bundled.ts'
import type { PluginSpec } from '../../src/sdk/index.ts'
import { account, makeWorld, type World } from '../monitor/world/world.ts'

export interface Sim extends AsyncDisposable {
  readonly world: World
  readonly served: RunningCampus
}

/** A bundled plugin behind the monitor, on the simulated campus over TLS, with the test account signed in. */
export async function simulate(spec: PluginSpec, data: Partial<CampusData> = {}): Promise<Sim> {
  const served = await startCampus({ data })
  const place = mkdtempSync(join(tmpdir(), 'bundled-'))
  const door = openDoor({ kind: 'sim', port: served.port, ca: served.ca, hosts: served.hosts }, { clock: systemClock })
  const keystore = openKeystore({ backend: 'memory', service: 'pku-harness/test', index: join(place, 'index.json'), helper: '', onUse: () => undefined })
  const campus = openCampus({ door, keystore, clock: systemClock, chance: systemChance, onEvent: () => undefined })
  const password = served.data.accounts.find(({ id }) => id === account)?.password ?? ''
  const signedIn = await campus.signIn({ account, password: Buffer.from(password), remember: true, service: 'treehole', signal: new AbortController().signal })
  if (signedIn.outcome !== 'ok') throw new Error(`sign-in: ${signedIn.outcome}`)
  const world = makeWorld({ plugins: [adaptBundled(spec, { campus })], house: { campus } })
  return {
    world, served,
    async [Symbol.asyncDispose]() {
      world[Symbol.dispose]()
      await door.close()
      await keystore.close()
      await served.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
}
