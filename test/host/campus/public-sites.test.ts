import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publicSites } from '../../../src/host/campus/services/public-sites.ts'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { underTest, type UnderTest } from './campus-under-test.ts'

const ask = (house: UnderTest, request: CampusRequest) =>
  house.campus.request(undefined, request, { effect: 'read', signal: new AbortController().signal, trace: () => undefined })
const notices: CampusRequest = { service: 'eecs', path: '/tzgg.htm' }

describe('public sites', () => {
  it.each([
    ['library', '/cms/front/content/list/all', '模拟讲座'], ['eecs', '/tzgg.htm', '模拟通知'], ['admission', '/zsxx/sszs/index.htm', '模拟招生信息'], ['nsd', '/sylm/gd/', '模拟观点'], ['bbs', '/v2/hot-topic.php', '模拟热门'],
  ])('%s is read by whoever asks, with no account and no cookie', async (service, path, text) => {
    const house = await underTest()
    expect((await ask(house, { service, path })).text).toContain(text)
    expect(house.sim.recorder.all().map(({ headers }) => headers['cookie'])).toEqual([undefined])
  })

  it('are read alone, in what people wrote, one request a second', () => {
    for (const site of publicSites) {
      expect(site).toMatchObject({ signedIn: undefined, pace: 1 })
      expect(site.endpoints.every(({ method, effect, text }) => method === 'GET' && effect === 'read' && text === 'people')).toBe(true)
    }
  })

  it('a count that is more than what came is given as it is', async () => {
    const { json } = await ask(await underTest(), { service: 'library', path: '/cms/front/content/list/all', query: { currentPage: 1, pageSize: 20 } })
    expect(json).toMatchObject({ object: [{}, {}, {}], page: { count: 48 } })
  })
})

describe('the charset of a page, through the door', () => {
  it.each(['identity', 'gzip', 'br'] as const)('bug-log 152, 154: GBK that says gb2312 in its head alone is read as GBK, once, coded as %s', async (coding) => {
    const house = await underTest({ switches: { coding } })
    expect((await ask(house, notices)).text).toContain('<span class="tit">模拟通知</span>')
  })

  it('UTF-8 that says gb2312 is read by what the request says of it', async () => {
    const house = await underTest()
    const request: CampusRequest = { service: 'hr', path: '/notice/index.htm' }
    expect((await ask(house, { ...request, charset: 'utf-8' })).text).toContain('12、模拟公告')
    expect((await ask(house, request)).text).not.toContain('12、模拟公告')
  })

  const data = '../shared/data/'
  const recorded = (path: string, sentence: string, run: (bytes: Buffer) => Promise<void>) => {
    const absent = !existsSync(data + path)
    it.skipIf(absent && process.env['CI'] !== 'true')(`${sentence}${absent ? ` (no ${data}${path})` : ''}`, () => run(readFileSync(data + path)))
  }

  recorded('cn_univ/zhengfang_timetable.gbk.html', 'bug-log 152: a timetable recorded in GBK comes whole', async (bytes) => {
    const house = await underTest()
    house.serve('eecs.pku.edu.cn/tzgg.htm', 'htm', bytes)
    expect((await ask(house, notices)).text).toBe(new TextDecoder('gb18030').decode(bytes))
  })

  recorded('cn_univ/zhengfang_timetable.utf8_declares_gb2312.html', 'one recorded in UTF-8 that says gb2312 comes whole where the request says so', async (bytes) => {
    const house = await underTest()
    house.serve('eecs.pku.edu.cn/tzgg.htm', 'htm', bytes)
    expect((await ask(house, { ...notices, charset: 'utf-8' })).text).toBe(bytes.toString('utf8'))
  })

  recorded('pku/dean/notice_missing.html', 'bug-log 149: a missing notice is status 200 with an empty title, and is given as it is', async (bytes) => {
    const house = await underTest()
    house.serve('dean.pku.edu.cn/web/notice_details.php?id=999999', 'html', bytes)
    const answer = await ask(house, { service: 'dean', path: '/web/notice_details.php', query: { id: '999999' } })
    expect([answer.status, answer.text]).toEqual([200, bytes.toString('utf8')])
  })
})
