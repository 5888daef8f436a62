import { join } from 'node:path'
import type { Logger } from 'pino'
import { openCampus } from '../host/campus/open-campus.ts'
import { type Holds, openHolds } from '../host/campus/sessions/holds.ts'
import { systemChance, systemClock } from '../host/clock/clock.ts'
import { openKeystore } from '../host/keystore/open-keystore.ts'
import type { Network, TraceEntry } from '../host/net/door.ts'
import { openProxyLogin } from '../host/net/proxy-login.ts'
import { isReadOnTheWay, proxyOrigin, readProxy } from '../host/net/proxy-url.ts'
import { openStore } from '../host/store/open-store.ts'
import { createApprovals } from '../monitor/approvals/create-approvals.ts'
import { createMonitor } from '../monitor/create-monitor.ts'
import { createSessionGrants } from '../monitor/standing/session-grants.ts'
import { webThrough } from '../monitor/web-through-door.ts'
import { openExtractor } from '../plugins/document/open-extractor.ts'
import type { Registry } from '../plugins/registry/plugin.ts'
import { makeScrubber } from '../rules/redaction.ts'
import { openAccounts } from './accounts.ts'
import { askAgent } from './ask-agent.ts'
import { recordCampusEvent, recordHop, recordSecretUse } from './audit-events.ts'
import { campusSeat } from './campus-seat.ts'
import { dailyUpdates } from './daily-updates.ts'
import { acceptConsents } from './consents.ts'
import { abilitiesIn, loadPlugins } from './load-plugins.ts'
import { type MakeDoor, lazyDoors } from './lazy-door.ts'
import { gatedKeystore } from './gated-keystore.ts'
import { type IdleLock, idleLock } from './idle-lock.ts'
import { createLock } from './lock.ts'
import { lockHouse } from './methods/lock-house.ts'
import { logSignIn, loggedMonitor } from './log-failures.ts'
import { openModelSeat } from './model-seat.ts'
import { openPin } from './pin.ts'
import { openPinGate } from './pin-gate.ts'
import { storedSettings } from './plugin-settings.ts'
import { openTrials } from './trials.ts'
import { openPluginLife } from './plugin-life.ts'
import { pluginRights } from './plugin-rights.ts'
import { bundlePath, shippedPath } from './protocol/bundles.ts'
import type { Places, Profile } from './protocol/places.ts'
import type { Running } from './running.ts'
import { openSeal } from './seal.ts'
import { sealFault } from './seal-fault.ts'
import { openAuditKey } from './start/audit-key.ts'
import { type Config, chooseKeystore, idleMinutes } from './start/config.ts'
import { openKnownSecrets } from './start/known-secrets.ts'
import { openLog } from './start/open-log.ts'
import { recover } from './start/recover.ts'
import { simNetworkOf } from './start/network.ts'
import { teachingDoor } from './start/teaching-door.ts'
import { teachingKeystore } from './start/teaching-keystore.ts'
import { signInNeeded } from './sign-in-needed.ts'
import { type SimNetwork, isCampusUp, simDoors } from './sim-door.ts'

export interface Composition {
  readonly profile: Profile
  readonly places: Places
  readonly version: string
  readonly network: Network
  readonly config: Config
  /** Taken out of every log line and result, such as the socket's token. */
  readonly ownSecrets: readonly string[]
  readonly clients: () => number
  readonly stop: () => void
}

export interface House extends Running {
  readonly log: Logger
  readonly idle: IdleLock
  readonly holds: Holds
  /** Learns the stored secrets, for as long as a start can wait; a keychain that is slower or away is learnt when it answers. */
  prepare(): Promise<void>
  /** What need not be done before the socket answers: the keystore's choice, the audit key, the first seal. What fails is logged. */
  settle(): Promise<void>
  /** Seals, closes every room. */
  close(): Promise<void>
}

/** How often the audit head is sealed, in milliseconds (policy §9). */
const sealMs = 5 * 60_000

/** How long a start waits for the keychain, in milliseconds: an open one answers in a tenth of it. */
const prepareMs = 1_000

/** The composition root: every room's parts, wired once. Throws the typed error of the part that cannot be opened. */
export function compose({ profile, places, version, network, config, ownSecrets, clients, stop }: Composition): House {
  const [clock, chance] = [systemClock, systemChance]
  const secrets = openKnownSecrets()
  for (const secret of ownSecrets) secrets.add(secret)
  const scrubber = makeScrubber(secrets.now)
  const log = openLog(places.log, scrubber.text)

  const store = openStore(places.database, { clock, chance, scrub: (detail) => Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, scrubber.json(value)])) })
  const recovered = recover(store)
  store.audit.append({ kind: 'daemon', detail: { event: 'start', version, profile, ...recovered } })
  const keystoreChoice = chooseKeystore(profile, places.config, config)
  const { backend } = keystoreChoice
  const vaultPath = join(places.data, 'keystore.vault')
  const keystore = teachingKeystore(openKeystore({
    backend, service: places.keychain, vault: vaultPath, index: join(places.data, backend === 'vault' ? 'vault-index.json' : 'keystore-index.json'), helper: bundlePath('keystore-helper.cjs'),
    onUse: (use) => recordSecretUse(store.audit, use),
  }), secrets)
  const doorsTo = (to: Network): MakeDoor => lazyDoors(to, () => { log.error({ event: 'replaced' }); stop() })
  const findCampus = (): SimNetwork => simNetworkOf(places)
  const doors = network.kind === 'sim' ? simDoors(network, findCampus, doorsTo) : doorsTo(network)
  // What has been sent is told even where the row of it cannot be written: then it is in the log.
  const trace = (entry: TraceEntry): void => { try { recordHop(store.audit, entry) } catch (error) { log.error({ event: 'request-row', error: String(error) }) } }
  const proxied = config.proxy === undefined ? undefined : readProxy(config.proxy)
  // Behind no gate: the sign-in that lifts a lock goes through the proxy too.
  const proxyLogin = proxied && openProxyLogin(proxied, keystore)
  const makeDoor: MakeDoor = (seams) => doors({ trace, proxy: proxied, proxyLogin, ...seams })
  const door = makeDoor({ clock })
  // They outlive a lock: a password that IAAA refused is refused still, and must not be tried again for that.
  const holds = openHolds()
  const approvals = createApprovals({ store, clock })
  const sessionGrants = createSessionGrants(clock)
  const lock = createLock(approvals, async () => { campus.renew(); keystore.forget(); keystore.lock(); auditKey.forget(); pinGate.forget(); sessionGrants.clear() })
  // A campus lives until the next lock, and the one after it is there for the sign-in that lifts the lock: what is still under
  // way in the old one gets no secret any more, keeps none and teaches none.
  const campus = campusSeat(() => {
    const life = lock.signal()
    return openCampus({
      door: teachingDoor(door, { note: (place, values) => { if (!life.aborted) secrets.note(place, values) } }), keystore: gatedKeystore(keystore, () => life.throwIfAborted()),
      clock, chance, holds, onEvent: (event) => { recordCampusEvent(store.audit, event); logSignIn(log, event) },
    })
  })
  const extractor = openExtractor(bundlePath('extract-worker.cjs'))
  const registry = loadPlugins({ campus, clock, extractor, settings: store.settings, documents: shippedPath('plugins', 'documents') })
  const reading = { campus, clock, extractor, ability: abilitiesIn(registry), settings: storedSettings(store.settings) }
  const kept = pluginRights({ store, approvals, sessionGrants })
  const plugins = openPluginLife({ store, registry, reading, door, data: places.data, kept })
  if (profile === 'sim') acceptConsents(store, registry.plugins(), 'sim', [])

  const accounts = openAccounts(store.settings)
  const auditKey = openAuditKey(keystore)
  const monitorOver = (seen: Registry) => loggedMonitor(createMonitor({
    registry: seen, store, approvals, campus, web: webThrough(door), clock, chance, scrubber, profile, guards: [],
    signInNeeded: (account, service) => signInNeeded(account, service, campus, keystore),
    account: accounts.current, locked: lock.locked, auditDigest: auditKey.digest,
  }, sessionGrants), log)
  const monitor = monitorOver(registry)
  const pin = openPin({ keystore, settings: store.settings, clock })
  const pinGate = openPinGate(pin, clock)
  const model = openModelSeat({ profile, makeDoor, settings: places.config, config, keystore: gatedKeystore(keystore, lock.check), clock })
  const seal = openSeal(keystore, store.audit)
  const onSealFault = sealFault(log, store.audit)
  const stopSealing = seal.every(sealMs, onSealFault)
  // What fails beside the work is a line in the log, and no reason to end.
  const noted = (event: string) => (error: unknown): void => { log.warn({ event, error: String(error) }) }
  const stopUpdates = dailyUpdates(plugins, registry, clock).start(noted('plugin-updates'))
  const loadAuditKey = (): Promise<void> => auditKey.load().catch(noted('audit-key'))
  const idle = idleLock({ clock, minutes: idleMinutes(config), clients, lock: async () => { if (!lock.locked()) await lockHouse({ lock, store }, 'idle', 'idle') }, onFault: noted('idle-lock') })

  return {
    profile, version, startedAt: clock.now(), network: network.kind, simRunning: network.kind === 'sim' ? () => isCampusUp(findCampus) : undefined, clock, chance, store, keystore, keystoreChoice, vaultPath, idleMinutes: idleMinutes(config), pin, pinGate, idle, holds, campus, registry, plugins, monitor,
    tryPlugin: openTrials({ registry, reading, kept, rows: plugins.rows, scrubber, clock, accounts: accounts.known, monitorOver }),
    approvals, sessionGrants, scrubber, accounts, seal, model, lock, log, proxy: proxied && proxyLogin && { url: proxyOrigin(proxied), isReadOnTheWay: isReadOnTheWay(proxied), login: proxyLogin }, clients, stop, auditDigests: async () => { await auditKey.load(); return auditKey.digest }, learnSecrets: async () => { await keystore.learn(); await loadAuditKey() }, knowSecrets: keystore.known, noteShown: (secret) => secrets.note('shown', [secret]), noteTyped: (account, password) => secrets.note(JSON.stringify(['typed', account]), [password]),
    ask: (question, asked) => askAgent(question, asked, { store, registry, monitor, accounts, clock, chance, scrubber, lock, profile, provider: model.provider() }),
    prepare: () => Promise.race([keystore.learn(), clock.sleep(prepareMs)]),
    async settle() {
      try { keystoreChoice.record() } catch (error) { noted('keystore-choice')(error) }
      await loadAuditKey()
      await seal.set().catch(onSealFault)
    },
    async close() {
      stopSealing()
      stopUpdates()
      plugins.close()
      idle.stop()
      // Each for itself: a disk that is full takes no row, and the rest is closed all the same.
      const attempt = async (event: string, work: () => unknown): Promise<void> => { try { await work() } catch (error) { log.error({ event, error: String(error) }) } }
      await attempt('stop-row', () => store.audit.append({ kind: 'daemon', detail: { event: 'stop' } }))
      await attempt('seal', () => seal.set().catch(onSealFault))
      await Promise.allSettled([door.close(), model.close(), extractor.close(), keystore.close()])
      await attempt('store-close', () => store.close())
      log.info({ event: 'stopped' })
    },
  }
}
