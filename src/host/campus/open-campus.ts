import { CookieJar } from 'tough-cookie'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Campus, ServiceFacts } from './campus.ts'
import type { CampusDeps } from './deps.ts'
import { openExchange } from './iaaa/exchange.ts'
import { openTalk } from './iaaa/talk.ts'
import { campusRequest, hostRequest } from './request/campus-request.ts'
import { openPace } from './request/pace.ts'
import { services } from './services/all-services.ts'
import { campusCard } from './services/card.ts'
import { fetchPayCode } from './services/card-pay-code.ts'
import { lookUp } from './services/endpoint-table.ts'
import { isSignedIn, type Service } from './services/service.ts'
import { openSessions } from './sessions/sessions.ts'

export type { CampusDeps } from './deps.ts'

/**
 * Opens the campus. Nothing is sent, and no secret read, before it is asked; the keystore's index of names is, so that
 * `services` can tell which sessions an earlier run left. `ready` resolves when that is known.
 *
 * A sign-in with `remember: false` leaves the session it made, and IAAA's jar, but no password: when that session ends,
 * or another service is needed, the answer is `CAMPUS_SIGN_IN_NEEDED`. A password stored before is removed by it.
 */
export function openCampus(deps: CampusDeps): Campus & { ready(): Promise<void> } {
  const pace = openPace(deps.clock)
  const sessions = openSessions(deps, pace)
  return {
    async signIn(request) {
      const service = services.get(request.service ?? 'portal')
      try {
        if (!isAccount(request.account)) throw new HarnessError('CAMPUS_ACCOUNT_FORM')
        if (!service || !isSignedIn(service)) {
          const known = [...services.values()].filter(isSignedIn).map(({ id }) => id).join(', ')
          throw new HarnessError('CAMPUS_SERVICE_UNKNOWN', { service: (request.service ?? '').slice(0, 40), known })
        }
        return await sessions.signIn(service, request)
      } finally {
        request.password?.fill(0)
      }
    },
    async bindToken(request) {
      try {
        if (!isAccount(request.account)) throw new HarnessError('CAMPUS_ACCOUNT_FORM')
        return await sessions.bindToken(portalApp, request)
      } finally {
        request.password?.fill(0)
      }
    },
    signOut: (account) => sessions.signOut(account),
    request: (account, request, limits) => campusRequest(deps, sessions, pace, account, request, limits),
    payCode: (account, limits) => fetchPayCode((path, query) => hostRequest(deps, sessions, pace, account, campusCard, path, query, limits)),
    async clockSkew(account, signal) {
      const talk = openTalk(openExchange(deps, portalApp, new CookieJar(), signal), account)
      await talk.openPage()
      return talk.skewMs()
    },
    services: (account) => [...services.values()].map((service) => ({
      service: service.id,
      ...(account === undefined
        ? { state: service.signedIn ? 'signed-out' as const : 'public' as const, since: undefined }
        : sessions.state(account, service)),
    })),
    endpoint: (service, method, path, query) => lookUp(services.get(service), method, path, query),
    service(id) {
      const service = services.get(id)
      return service && factsOf(service)
    },
    ready: () => sessions.ready(),
  }
}

/** Whose page is looked at where no service is meant. */
const portalApp = { appId: 'portal2017', redirUrl: 'https://portal.pku.edu.cn/portal2017/ssoLogin.do' }

/** A name IAAA may know; `-` belongs to the profile's own secrets. */
const isAccount = (account: string): boolean => /^[A-Za-z0-9][\w.@+-]{0,63}$/.test(account)

const factsOf = ({ id, hosts, within, signedIn, endpoints }: Service): ServiceFacts => ({ id, hosts, within, signedIn: signedIn !== undefined, endpoints })
