import type { Campus } from '../host/campus/campus.ts'

export interface CampusSeat extends Campus {
  /** Puts a new campus in the place of the old one, so that no session or cookie of the old stays reachable. */
  renew(): void
}

/** A campus that can be emptied while the house stands: everyone holds the seat, not the campus. */
export function campusSeat(open: () => Campus): CampusSeat {
  let campus = open()
  return {
    renew() { campus = open() },
    signIn: (request) => campus.signIn(request),
    bindToken: (request) => campus.bindToken(request),
    signOut: (account) => campus.signOut(account),
    request: (account, request, limits) => campus.request(account, request, limits),
    payCode: (account, limits) => campus.payCode(account, limits),
    clockSkew: (account, signal) => campus.clockSkew(account, signal),
    services: (account) => campus.services(account),
    endpoint: (service, method, path, query) => campus.endpoint(service, method, path, query),
    service: (id) => campus.service(id),
  }
}
