import { describe, expect, it } from 'vitest'
import { portal } from '../../../../src/host/campus/services/portal.ts'
import type { Answer, Verdict } from '../../../../src/host/campus/services/service.ts'
import { treehole } from '../../../../src/host/campus/services/treehole.ts'

const answer = (over: Partial<Answer>): Answer => ({ path: '/x', status: 200, location: undefined, json: undefined, text: '', ...over })
const sent = (to: string) => ({ status: 302, location: new URL(to, 'https://portal.pku.edu.cn') })

describe('what a portal answer says of its session', () => {
  it.each<[string, Partial<Answer>, Verdict]>([
    ['a success is proof of life', { json: { success: true } }, { kind: 'alive' }],
    ['status 200 alone proves nothing', { text: '<html>' }, { kind: 'unclear' }],
    ['bug-log 146: what a page\'s script would say if something were wrong is no error of this answer', { text: '<script>function check() { if (!code) { alert("验证码不能为空！"); alert("会话超时，请重新登录") } }</script>' }, { kind: 'unclear' }],
    ['code 10001 is the end', { json: { success: false, code: 10001 } }, { kind: 'ended', taken: 'unknown' }],
    ['as a string too', { json: { success: false, code: '10001' } }, { kind: 'ended', taken: 'unknown' }],
    ['another failure is the application\'s own', { json: { success: false, code: 500 } }, { kind: 'unclear' }],
    ['bug-log 176: identity with success:false is an auth error whatever stands beside it', { path: '/portal2017/account/getBasicInfo.do', json: { success: false, name: '测试生' } }, { kind: 'ended', taken: 'unknown' }],
    ['a redirect to the sign-in page is the end, and nothing was done', sent('/portal2017/login.jsp'), { kind: 'ended', taken: 'no' }],
    ['so is one to IAAA', sent('https://iaaa.pku.edu.cn/iaaa/oauth.jsp'), { kind: 'ended', taken: 'no' }],
    ['a redirect elsewhere is not', sent('/portal2017/elsewhere.do'), { kind: 'unclear' }],
    ['401 is', { status: 401 }, { kind: 'ended', taken: 'no' }],
  ])('%s', (_, over, verdict) => {
    expect(portal.signedIn?.judge(answer(over))).toEqual(verdict)
  })
})

describe('what a treehole answer says of its session', () => {
  it.each<[string, Partial<Answer>, Verdict]>([
    ['20000 is proof of life', { json: { code: 20000 } }, { kind: 'alive' }],
    ['status 200 alone proves nothing', { json: {} }, { kind: 'unclear' }],
    ['401 is the end, and nothing was done', { status: 401 }, { kind: 'ended', taken: 'no' }],
    ['a missing token inside a 200 is too', { json: { message: 'Token not provided' } }, { kind: 'ended', taken: 'no' }],
    ['40001 is the end, but what was asked may have been done', { json: { code: 40001 } }, { kind: 'ended', taken: 'unknown' }],
    ['40002 wants the device verified', { json: { code: 40002, message: '请手机短信验证' } }, { kind: 'step-up', code: 'CAMPUS_STEP_UP_DEVICE' }],
    ['40077 wants an authorisation', { json: { code: 40077 } }, { kind: 'step-up', code: 'CAMPUS_STEP_UP_RECORDS' }],
    ['20000 in a string is proof of life too', { json: { code: '20000' } }, { kind: 'alive' }],
    ['40077 in a string wants the same', { json: { code: '40077' } }, { kind: 'step-up', code: 'CAMPUS_STEP_UP_RECORDS' }],
    ['a list that holds the code has none', { json: { code: [20000] } }, { kind: 'unclear' }],
    ['a blank is no code', { json: { code: ' 20000' } }, { kind: 'unclear' }],
    ['a hole that is gone is the application\'s own', { json: { code: 41001 } }, { kind: 'unclear' }],
  ])('%s', (_, over, verdict) => {
    expect(treehole.signedIn?.judge(answer(over))).toEqual(verdict)
  })
})
