import { describe, expect, it } from 'vitest'
import { course } from '../../../../src/host/campus/services/course.ts'
import { elective } from '../../../../src/host/campus/services/elective.ts'
import { programmesOf } from '../../../../src/host/campus/services/elective-pages.ts'
import type { Answer, Verdict } from '../../../../src/host/campus/services/service.ts'
import { itWithShared } from '../../../rules/shared-data.ts'

const home = '/webapps/portal/execute/tabs/tabAction'
const answer = (over: Partial<Answer>): Answer => ({ path: '/x', status: 200, location: undefined, json: undefined, text: '', ...over })
const ended = (taken: 'no' | 'unknown'): Verdict => ({ kind: 'ended', taken })
const block = (title: string, inside: string) => `<div class="portlet"><span class="moduleTitle">${title}</span>${inside}</div>`
const listing = '<ul class="portletList-img courseListing"><li></li></ul>'

describe('what an answer of the Course site says of its session', () => {
  it.each<[string, Partial<Answer>, Verdict]>([
    ['the home page with a list of courses is proof of life', { path: home, text: block('当前学期课程', listing) }, { kind: 'alive' }],
    ['in English too', { path: home, text: block('Current Semester Courses', listing) }, { kind: 'alive' }],
    ['a guest\'s is the end', { path: home, text: block('欢迎访问', '') }, ended('unknown')],
    ['with a catalogue of courses it is all the same', { path: home, text: block('课程目录', '<a href="/x">浏览</a>') }, ended('unknown')],
    ['and with a list of something else', { path: home, text: block('公告', listing) }, ended('unknown')],
    ['any other page proves nothing', { text: block('当前学期课程', listing) }, { kind: 'unclear' }],
    ['a redirect to the sign-in page is the end, and nothing was done', { status: 302, location: new URL('https://course.pku.edu.cn/webapps/login/') }, ended('no')],
    ['a redirect elsewhere is not', { status: 302, location: new URL('https://course.pku.edu.cn/bbcswebdav/x') }, { kind: 'unclear' }],
    ['401 of the JSON interface is', { path: '/learn/api/public/v1/users/me', status: 401, json: { status: 401 } }, ended('no')],
    ['its answer is proof of life', { path: '/learn/api/public/v1/users/me', json: { id: '_1_1' } }, { kind: 'alive' }],
  ])('%s', (_, over, verdict) => { expect(course.signedIn?.judge(answer(over))).toEqual(verdict) })

  itWithShared('pku/blackboard/courses.html', 'a recorded home page is proof of life', (text) => {
    expect(course.signedIn?.judge(answer({ path: home, text }))).toEqual({ kind: 'alive' })
  })
})

describe('what an answer of the elective site says of its session', () => {
  const menu = '<title>选课</title><a href="/elective2008/logout.do">退出</a>'
  it.each<[string, Partial<Answer>, Verdict]>([
    ['a page with the menu is proof of life', { text: menu }, { kind: 'alive' }],
    ['status 200 alone proves nothing', { text: '<title>选课</title>' }, { kind: 'unclear' }],
    ['its text about programs is told as such', { text: '<title>系统提示</title>请不要用刷课机刷课，否则会受到学校严厉处分！' }, { kind: 'too-fast', restMs: 600_000 }],
    ['bug-log 146: a page with the menu whose script could say 验证码不能为空 or 会话超时 is as alive as without it', { text: `${menu}<script>function check() { alert("验证码不能为空！"); alert("会话超时") }</script>` }, { kind: 'alive' }],
    ['a course that is called 会话超时 ends nothing', { text: `${menu}<td>会话超时</td>` }, { kind: 'alive' }],
    ['a redirect to IAAA is the end, and nothing was done', { status: 302, location: new URL('https://iaaa.pku.edu.cn/iaaa/oauth.jsp') }, ended('no')],
  ])('%s', (_, over, verdict) => { expect(elective.signedIn?.judge(answer(over))).toEqual(verdict) })

  describe.each<[Verdict, readonly string[]]>([
    [ended('unknown'), ['system_prompt_msgtips_session_expired', 'system_prompt_msgtips_shared_session', 'system_prompt_msgtips_token_invalid', 'tips_timeout']],
    [{ kind: 'unclear' }, [
      'system_prompt', 'system_prompt_msgtips_captcha_error', 'system_prompt_msgtips_not_in_operation', 'system_prompt_msgtips_quota', 'system_prompt_msgtips_unknown',
      'tips_div', 'tips_failed', 'tips_mutex', 'tips_quota', 'tips_success',
    ]],
  ])('%j', (verdict, names) => {
    for (const name of names) {
      itWithShared(`pku/elective/electsupplement_${name}.html`, `is what ${name} of a community's pages says`, (text) => {
        expect(elective.signedIn?.judge(answer({ text }))).toEqual(verdict)
      })
    }
  })
})

describe('the chooser of a double degree', () => {
  const sida = 'a1'.repeat(16)

  it('gives both programmes by their links, escaped or not', () => {
    for (const and of ['&', '&amp;']) {
      expect([...programmesOf(`<div id="div1"><a href="?sida=${sida}${and}sttp=bzx">主 修</a></div><div id="div2"><a href="?sida=${sida}${and}sttp=bfx">辅 双</a></div>`)]).toEqual([
        ['major', `/elective2008/ssoLogin.do?sida=${sida}&sttp=bzx`], ['minor', `/elective2008/ssoLogin.do?sida=${sida}&sttp=bfx`],
      ])
    }
  })

  it('is no page with one link, or with none that is its', () => {
    expect(programmesOf(`?sida=${sida}&sttp=bzx`).size).toBe(1)
    expect(programmesOf(`?sida=${sida}&sttp=other ?sida=x&sttp=bzx`).size).toBe(0)
  })
})
