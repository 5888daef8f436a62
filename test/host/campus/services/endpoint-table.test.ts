import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { services } from '../../../../src/host/campus/services/all-services.ts'
import type { Endpoint } from '../../../../src/host/campus/campus.ts'
import { allows, lookUp, row } from '../../../../src/host/campus/services/endpoint-table.ts'
import { isCanonicalPath } from '../../../../src/host/campus/request/check-path.ts'
import { isSignedIn } from '../../../../src/host/campus/services/service.ts'
import { signInServices } from '../../../../src/rules/sign-in-services.ts'
import { serviceWords } from '../../../../src/rules/words/campus.ts'

const look = (service: string, method: string, path: string) => lookUp(services.get(service), method, path)

describe('the endpoint tables', () => {
  it.each([
    ['portal-public', 'GET', '/publicQuery/classroomQuery/retrClassRoomFree.do', 'read', 'record', false, false],
    ['portal', 'GET', '/publicQuery/ctrl/topic/myScore/retrScores.do', 'read', 'record', true, false],
    ['portal', 'POST', '/portal2017/account/getBasicInfo.do', 'read', 'record', true, false],
    ['treehole', 'GET', '/chapi/api/v3/hole/list', 'read', 'people', true, false],
    ['treehole', 'GET', '/chapi/api/v3/comment/list', 'read', 'people', true, false],
    ['treehole', 'POST', '/chapi/api/v3/hole/post', 'public', 'people', true, true],
    ['treehole', 'POST', '/chapi/api/v3/comment/post', 'public', 'people', true, true],
    ['treehole', 'POST', '/chapi/api/v3/hole/praise', 'public', 'people', true, false],
    ['treehole', 'POST', '/chapi/api/v3/hole/attention', 'write', 'people', true, false],
    ['treehole', 'DELETE', '/chapi/api/v3/hole/history_del', 'write', 'record', true, true],
    ['course', 'GET', '/webapps/portal/execute/tabs/tabAction', 'read', 'people', true, false],
    ['course', 'GET', '/learn/api/public/v1/users/me', 'read', 'record', true, false],
    ['course', 'GET', '/webapps/assignment/uploadAssignment', 'write', 'people', true, false],
    ['course', 'POST', '/webapps/assignment/uploadAssignment', 'public', 'people', true, true],
    ['elective', 'GET', '/elective2008/edu/pku/stu/elective/controller/supplement/SupplyCancel.do', 'read', 'record', true, false],
    ['elective', 'GET', '/elective2008/edu/pku/stu/elective/controller/supplement/electSupplement.do', 'public', 'record', true, true],
    ['elective', 'GET', '/elective2008/edu/pku/stu/elective/controller/supplement/cancelCourse.do', 'public', 'record', true, true],
    ['card', 'GET', '/berserker-app/ykt/tsm/queryCard', 'read', 'record', true, false],
    ['card', 'POST', '/berserker-app/useCard/setUseCardConfig', 'write', 'record', true, false],
    ['shuttle', 'POST', '/site/reservation/launch', 'write', 'record', true, false],
    ['shuttle', 'GET', '/site/reservation/get-sign-qrcode', 'write', 'record', true, true],
    ['rooms', 'POST', '/classRoom/handle/submit', 'public', 'people', true, true],
    ['rooms', 'GET', '/classRoom', 'read', 'people', true, false],
    ['finance', 'POST', '/WF_CWBS/commonQuery_doQuery.action', 'read', 'people', true, false],
    ['dean', 'GET', '/web/notice_details.php', 'read', 'people', false, false],
    ['dean', 'POST', '/service/web/courseSearch_do.php', 'read', 'record', false, false],
  ])('%s %s %s is %s, %s, private %s, irreversible %s', (service, method, path, effect, text, isPrivate, irreversible) => {
    expect(look(service, method, path)).toEqual({ method, path, effect, text, private: isPrivate, irreversible, listed: true })
  })

  it.each([
    ['treehole', '/chapi/api/jwt_send_msg'], ['treehole', '/chapi/api/course/password_get_token'], ['treehole', '/cas_iaaa_login'],
    ['elective', '/elective2008/DrawServlet'], ['elective', '/elective2008/edu/pku/stu/elective/controller/supplement/validate.do'],
    ['rooms', '/classRoom/seachStudent'], ['rooms', '/login/oauth'], ['shuttle', '/site/login/cas-login'],
    ['finance', '/WFManager/home2.jsp'], ['finance', '/WF_CWBS/commonUpdate_responseButtonEvent.action'], ['finance', '/WF_CWBS/anything/else'],
    ['card', '/berserker-app/ykt/tsm/batchGetBarCodeGet'], ['card', '/BERSERKER-APP/ykt/tsm/batchGetBarCodeGet/'], ['card', '/x/batchGetBarCodeGet'], ['card', '/charge/order/thirdOrder'], ['card', '/berserker-auth/cas/login/pku'], ['course', '/webapps/login/'], ['course', '/webapps/bb-sso-BBLEARN/execute/authValidate/campusLogin'], ['portal', '/portal2017/util/redirectToCard.do'], ['portal', '/publicQuery/ssoLogin.do'],
  ])('%s %s is class S under every method', (service, path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) expect(look(service, method, path).effect).toBe('sign-in')
  })

  it('a path that goes on from a class S path is class S, whatever stands behind it', () => {
    const reserved = [...services.values()].flatMap((service) => service.endpoints.filter(({ effect }) => effect === 'sign-in').map(({ path }) => ({ service, path })))
    for (const { service, path } of reserved) {
      for (const rest of ['/x', '/x/y', '%20', '%20/x', ':x', ',x', ';x', '.', '.php', '/.', '//', '~', 'x']) {
        for (const method of ['GET', 'POST', 'PUT']) expect(lookUp(service, method, path.toUpperCase() + rest)).toMatchObject({ effect: 'sign-in', irreversible: true })
      }
    }
  })

  it('a path that goes on from a public or money path, or has its end under another base, is at least as strong', () => {
    const rows = [row('POST', '/pay/*/now', 'money', 'record'), row('POST', '/api/v3/hole/post', 'public', 'people')]
    const at = (path: string) => lookUp({ endpoints: rows, signedIn: undefined }, 'POST', path)
    for (const base of ['/api/v3', '/API/V2', '/public/api', '/index.php/api/v3', '', '/a//b']) {
      for (const rest of ['/x', '/x/y', '.json', ';x', '%20', '~', 'x', '//x']) expect(at(`${base}/hole/post${rest}`)).toMatchObject({ effect: 'public', irreversible: true })
    }
    for (const path of ['/pay/12/now.json', '/pay/12/now/x', '/v2/pay/12/now', '/pay/x/pay/12/now', '/api/pay/./now']) expect([path, at(path).effect]).toEqual([path, 'money'])
    for (const path of ['/api/v3/hole/list', '/api/v3/post', '/hole/x/post', '/api/v3/wormhole/post', '/pay/now']) expect([path, at(path).effect]).toEqual([path, 'write'])
  })

  it.each([
    ['/chapi/api/v3/hole/post/x', 'public'], ['/chapi/api/v3/hole/post.json', 'public'], ['/chapi/index.php/api/v3/hole/post', 'public'], ['/chapi/api/v3/comment/post%20', 'public'],
    ['/chapi/index.php/api/check_otp', 'sign-in'], ['/chapi/public/api/check_otp', 'sign-in'], ['/chapi/api/v3/check_otp', 'sign-in'], ['/chapi/api/jwt_send_msg2', 'sign-in'],
    ['/chapi/api/v3/hole/po%C5%BFt', 'public'], ['/chapi/api/v3/hole/%EF%BD%90ost', 'public'], ['/chapi/api/v3/hole/po%CC%80st', 'public'], ['/chapi/api/%', 'write'],
    ['/chapi/api/v3/hole/posting/new', 'public'], ['/chapi/api/v3/hole/attention/x', 'write'],
  ])('treehole POST %s is %s', (path, effect) => expect(look('treehole', 'POST', path)).toMatchObject({ effect, listed: false }))

  it('what is not listed counts as write, people and irreversible, for a service nobody knows too', () => {
    expect(look('treehole', 'GET', '/chapi/api/v3/new')).toEqual({ method: 'GET', path: '/chapi/api/v3/new', effect: 'write', text: 'people', private: true, irreversible: true, listed: false })
    expect(look('dean', 'GET', '/new').private).toBe(false)
    expect(look('nope', 'GET', '/')).toMatchObject({ effect: 'write', text: 'people', listed: false })
  })

  it('a listed path under another method is at least as strong as it is under its own', () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'x']) expect(look('treehole', method, '/chapi/api/v3/hole/post')).toMatchObject({ effect: 'public', listed: false })
  })

  it('neither case nor trailing slashes nor HEAD lower a class', () => {
    fc.assert(fc.property(fc.constantFrom(...services.values()), fc.nat(), fc.infiniteStream(fc.boolean()), fc.integer({ min: 0, max: 2 }), (service, pick, upper, slashes) => {
      const row = service.endpoints[pick % service.endpoints.length]
      if (!row) return
      const query = row.only?.query
      const path = [...row.path].map((char) => (upper.next().value ? char.toUpperCase() : char)).join('') + '/'.repeat(slashes)
      expect(lookUp(service, row.method, path, query)).toEqual(row)
      if (row.method === 'GET') expect(lookUp(service, 'head', path, query)).toEqual(row)
    }))
  })

  it.each([
    [{ mode: 'view' }, 'read'], [{ mode: 'view', course_id: '_1_1', content_id: undefined }, 'read'],
    [undefined, 'write'], [{}, 'write'], [{ mode: 'View' }, 'write'], [{ mode: undefined }, 'write'], [{ Mode: 'view' }, 'write'], [{ mode: 'view', action: 'newAttempt' }, 'write'], [{ mode: 'view', action: undefined }, 'write'], [{ mode: 'view', Action: 'newAttempt' }, 'write'], [{ mode: 'view', x: 1 }, 'write'],
  ])('an assignment page asked with %j is a %s: it shows what was handed in only where it says so and nothing else', (query, effect) => {
    const service = services.get('course')
    for (const method of ['GET', 'HEAD']) expect(lookUp(service, method, '/webapps/assignment/uploadAssignment', query)).toMatchObject({ effect, listed: true, private: true, text: 'people' })
    expect(lookUp(service, 'POST', '/webapps/assignment/uploadAssignment', query)).toMatchObject({ effect: 'public' })
    expect(lookUp(service, 'PUT', '/webapps/assignment/uploadAssignment', query)).toMatchObject({ effect: 'public', listed: false })
  })

  it('is total: any method and path has a class, and none that is unlisted is a read', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (method, path) => {
      for (const service of services.values()) {
        const found = lookUp(service, method, path)
        expect(found.listed || found.effect !== 'read').toBe(true)
      }
    }))
  })

  it.each([
    ['read', ['read']], ['write', ['read', 'write']],
    // Neither covers the other: who may publish may not pay.
    ['money', ['read', 'write', 'money']], ['public', ['read', 'write', 'public']],
  ] as const)('a tool declared %s may ask %j and nothing else, class S least of all', (declared, allowed) => {
    expect(['read', 'write', 'money', 'public', 'sign-in'].filter((effect) => allows(declared, effect as Endpoint['effect']))).toEqual(allowed)
  })

  it('another method of a path that is money and public is no tool’s to ask', () => {
    const rows = [row('POST', '/pay', 'money', 'record'), row('GET', '/pay', 'public', 'record')]
    expect(lookUp({ endpoints: rows, signedIn: undefined }, 'PUT', '/pay').effect).toBe('sign-in')
    expect(lookUp({ endpoints: rows, signedIn: undefined }, 'POST', '/pay').effect).toBe('money')
  })

  it('each service stands on its own hosts, has a pace and words, and no two rows say different things of one request', () => {
    for (const service of services.values()) {
      expect(service.origin).toBe(`https://${service.hosts[0]}`)
      expect(service.hosts.every((host) => host.endsWith('.pku.edu.cn'))).toBe(true)
      expect(service.pace).toBeGreaterThan(0)
      expect(Object.keys(serviceWords)).toContain(service.id)
      const keys = service.endpoints.map(({ method, path, only }) => `${JSON.stringify(only?.query)} ${method} ${path}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { path, effect } of service.endpoints) expect(effect === 'sign-in' || (isCanonicalPath(path.replaceAll('*', 'x')) && path.startsWith(service.within))).toBe(true)
    }
    expect([...services.values()].filter(isSignedIn).map(({ id }) => id)).toEqual(signInServices)
  })
})
