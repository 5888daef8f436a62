import type { CookieJar } from 'tough-cookie'
import { type CampusDeps, letters, random } from '../deps.ts'
import type { Ask } from '../iaaa/second-factor.ts'
import { type Pace, resting } from '../request/pace.ts'
import type { Service, Visit } from '../services/service.ts'
import { chosen } from './choices.ts'

export interface Visitor {
  readonly account: string
  readonly device: string
  readonly jar: CookieJar
  readonly signal: AbortSignal | undefined
  /** Asks the person; undefined where nobody is there. */
  readonly ask: Ask | undefined
}

/** How many redirects a sign-in or a jump may take. */
const hops = 8

/**
 * The host's own hops on a service: signing in, jumping, answering a step-up. A redirect away from the service's hosts
 * is not followed, and http is upgraded at once, so a ticket never leaves in clear (protocols §1.11).
 */
export function openVisit(deps: CampusDeps, pace: Pace, service: Service, { account, device, jar, signal, ask }: Visitor): Visit {
  return {
    account, device, jar,
    random: () => random(deps.chance),
    letters: (count) => letters(deps.chance, count),
    now: () => deps.clock.now(),
    choose: (choice, options) => chosen(deps.keystore, ask, account, choice, options),
    async go(at, options = {}) {
      await pace.turn(service, signal)
      return resting(pace, service, deps.door.request({
        destination: { kind: 'campus', service: service.id },
        url: at.startsWith('/') ? `${service.origin}${at}` : at,
        hosts: service.hosts, jar, redirects: hops, upgradeHttp: true,
        ...options,
        headers: { 'accept-language': 'zh-CN', ...options.headers },
        onRedirect: (hop) => staysHome(service, hop.location) && (options.onRedirect?.(hop) ?? true),
        ...(signal ? { signal } : {}),
      }))
    },
  }
}

const staysHome = (service: Service, location: string | undefined): boolean =>
  location !== undefined && URL.canParse(location) && service.hosts.includes(new URL(location).hostname)
