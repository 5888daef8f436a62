import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Response } from '../../../src/sdk/index.ts'
import { classrooms, holes, scores, student, underTest, type UnderTest } from './campus-under-test.ts'

const url = 'treehole.pku.edu.cn/chapi/api/v3/hole/list?page=1&limit=25'
const everything = (response: Response): string =>
  [inspect(response, { depth: null, maxStringLength: null }), response.text, JSON.stringify(response.json), Buffer.from(response.bytes).toString('latin1')].join('\n')

/** Every secret the campus has given out, as it would read in a page. */
const secrets = (house: UnderTest): readonly string[] => house.sim.hooks.issued().map(({ value }) => value)

async function signedIn(): Promise<UnderTest> {
  const house = await underTest({ canaries: { token: '7ca1a7', cookie: 'c00c1e' } })
  await house.login()
  await house.ask(scores)
  await house.ask(holes)
  return house
}

describe('nothing of a session is in a response', () => {
  it('not even when the service echoes all of it: plain, percent-encoded, Base64, escaped in JSON, in keys', async () => {
    const house = await signedIn()
    const all = secrets(house)
    expect(all.length).toBeGreaterThan(6)
    const device = house.sim.recorder.all().find(({ headers }) => headers['uuid'])?.headers['uuid']?.slice(-12) ?? ''
    const values = [...all, device]
    const escaped = (value: string) => [...value].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const body = `{"plain":${JSON.stringify(values)},"base64":${JSON.stringify(values.map((value) => Buffer.from(value).toString('base64')))},` +
      `"escaped":[${values.map((value) => `"${escaped(value)}"`).join(',')}],"keys":{${values.map((value) => `"${value}":1`).join(',')}},"code":20000,"data":{"list":["树洞"]}}`
    house.serve(url, 'json', body)
    const response = await house.ask(holes)
    const seen = everything(response)
    // IAAA's one-use tokens are spent and known to nobody here; they are recognised only behind a name.
    const live = house.sim.hooks.issued().filter(({ kind }) => kind !== 'token').map(({ value }) => value)
    const treehole = live.filter((value) => house.sim.recorder.all().some(({ host, headers }) => host.startsWith('treehole') && JSON.stringify(headers).includes(value)))
    expect(treehole.length).toBeGreaterThanOrEqual(3)
    for (const value of [...treehole, device]) {
      expect(seen).not.toContain(value)
      expect(seen).not.toContain(Buffer.from(value).toString('base64'))
    }
    expect(seen).toContain('树洞')
    expect(response.json).toMatchObject({ code: 20000 })
    expect(JSON.parse(response.text)).toEqual(response.json)
  })

  it('bug-log 170: a ticket behind a name is taken out of a page even when nobody here knows its value', async () => {
    const house = await signedIn()
    const token = house.sim.hooks.issued().find(({ kind }) => kind === 'token')?.value ?? ''
    house.serve(url, 'html', `<a href="/x?a=1&token=${token}">a</a><a href="/y;jsessionid=${token}?b">b</a> eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyNTAifQ.c2lnbmF0dXJlMTIz`)
    const seen = everything(await house.ask(holes))
    expect(seen).not.toContain(token)
    expect(seen).not.toContain('eyJzdWIi')
    expect(seen).toContain('<a href="/x?a=1&token=[credential]">')
  })

  it('nor in a picture\'s bytes', async () => {
    const house = await signedIn()
    const jwt = house.sim.hooks.issued().find(({ kind }) => kind === 'jwt')?.value ?? ''
    house.serve(url, 'png', Buffer.concat([Buffer.from([0x89, 0x50, 0xff, 0xfe]), Buffer.from(jwt), Buffer.from([0, 1, 2])]))
    const { bytes } = await house.ask(holes)
    const raw = Buffer.from(bytes)
    expect(raw.toString('latin1')).not.toContain(jwt)
    expect([...raw.subarray(0, 4)]).toEqual([0x89, 0x50, 0xff, 0xfe])
    expect([...raw.subarray(-3)]).toEqual([0, 1, 2])
  })

  it('and a page without one comes byte for byte', async () => {
    const house = await signedIn()
    const body = `{"code":20000,"data":{"uid":"${student}","big":12345678901234567890}}`
    house.serve(url, 'json', body)
    const response = await house.ask(holes)
    expect(response.text).toBe(body)
    expect(Buffer.from(response.bytes).toString()).toBe(body)
  })

  it('no Set-Cookie, Location or other header off the list, from any service', async () => {
    const house = await signedIn()
    for (const request of [scores, holes, classrooms]) {
      const { headers } = await house.ask(request)
      for (const name of Object.keys(headers)) expect(['content-type', 'date', 'etag', 'last-modified', 'cache-control']).toContain(name)
    }
  })

  it('nor in events, traces, errors or the list of services', async () => {
    const house = await signedIn()
    house.sim.switches.expire = ['treehole', 'portal']
    await house.ask(holes)
    await house.login({ pass: 'wrong-canary-horse' })
    const errors = await Promise.allSettled([house.ask({ service: 'treehole', path: '/chapi/api/v3/hole/list', headers: { cookie: 'x' } }), house.ask({ service: 'treehole', path: '/x' })])
    const told = inspect([house.events, house.traces, errors, house.campus.services(student)], { depth: null, maxStringLength: null, showHidden: true })
    for (const value of [...secrets(house), 'wrong-canary-horse', 'correct-horse-01']) expect(told).not.toContain(value)
    expect(told).toContain('sign-in-ended')
  })
})
