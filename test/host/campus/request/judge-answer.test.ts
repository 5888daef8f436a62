import { expect, it } from 'vitest'
import { checkRequest } from '../../../../src/host/campus/request/check-request.ts'
import { judgeAnswer } from '../../../../src/host/campus/request/send.ts'
import { services } from '../../../../src/host/campus/services/all-services.ts'
import { isSignedIn } from '../../../../src/host/campus/services/service.ts'
import type { DoorResponse } from '../../../../src/host/net/door.ts'
import type { CampusRequest } from '../../../../src/sdk/index.ts'

const signIn = 'https://iaaa.pku.edu.cn/iaaa/oauth.jsp'
/** A redirect to IAAA, as the answer to the request itself or to a hop that it led to. */
const toSignIn = (url: string, led: boolean): DoorResponse => ({
  url, status: 302, headers: { location: signIn }, bytes: new Uint8Array(), text: '', charset: 'utf-8', replaced: 0, skewMs: undefined,
  hops: [...(led ? [{ url, status: 302, location: url }] : []), { url, status: 302, location: signIn }],
})

/** What a plugin may ask, where that is nothing but what is listed. */
const asked: Readonly<Record<string, CampusRequest>> = {
  finance: { service: 'finance', method: 'POST', path: '/WF_CWBS/commonQuery_doQuery.action', form: { year: 2026, month_1: 1, month_2: 2 } },
}

it.each([...services.values()].filter(isSignedIn).map((service) => [service.id, service] as const))(
  '%s: a sign-in page that a request led to is no proof that nothing was done', (_, service) => {
    const plan = checkRequest(service, asked[service.id] ?? { service: service.id, path: `${service.within}nothing-of-ours` }, { effect: 'write' })
    const verdict = judgeAnswer(service, plan, toSignIn(service.origin + plan.path, true))
    if (verdict.kind === 'ended') expect(verdict.taken).toBe('unknown')
    else expect(verdict.kind).toBe('unclear')
  })

it('the elective site: the same page at the request itself is one, as its filter sends it before anything is done', () => {
  const service = services.get('elective')
  if (!service || !isSignedIn(service)) throw new TypeError('it has a sign-in')
  const plan = checkRequest(service, { service: 'elective', path: '/elective2008/nothing-of-ours' }, { effect: 'write' })
  expect(judgeAnswer(service, plan, toSignIn(service.origin + plan.path, false))).toEqual({ kind: 'ended', taken: 'no' })
  expect(judgeAnswer(service, plan, toSignIn(service.origin + plan.path, true))).toEqual({ kind: 'ended', taken: 'unknown' })
})

it('finance: an answer is read once, however often it is looked at, and another one anew', () => {
  const service = services.get('finance')
  if (!service || !asked['finance']) throw new TypeError('it is there')
  const { written } = checkRequest(service, asked['finance'], { effect: 'read' })
  const answer = (id: string) => `{total:1,page:1,records:1,rows:[{id:"${id}",cell:[]}]}`
  const first = written?.read(answer('a'))
  expect(first).toMatchObject({ rows: [{ id: 'a' }] })
  expect(written?.read(answer('a'))).toBe(first)
  expect(written?.read(answer('b'))).toMatchObject({ rows: [{ id: 'b' }] })
})
