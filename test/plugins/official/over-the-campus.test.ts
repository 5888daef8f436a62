import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/rules/json.ts'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { student, type UnderTest, underTest } from '../../host/campus/campus-under-test.ts'
import { callOverCampus } from '../scene/call-over-campus.ts'
import { folderFiles, rejected } from '../scene/documents.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

const recorded = '../shared/data/pku/dean'
const there = existsSync(recorded)

let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

const run = (world: UnderTest, plugin: string, tool: string, args: JsonObject = {}): Promise<unknown> => callOverCampus(world, folderFiles(`plugins/documents/${plugin}`), 'official', extractor, tool, args)

describe('against the simulated campus', () => {
  it('must be seen 11: classrooms.free changes with the rooms', async () => {
    const world = await underTest()
    const free = () => run(world, 'classrooms', 'free', { building: '理教', day: 'tomorrow', from: 3, to: 4 })
    const rooms = world.sim.data.rooms['理教']?.['明天'] ?? []
    expect(await free()).toEqual(rooms.filter(({ taken }) => !taken.includes(3) && !taken.includes(4)).map(({ room, seats }) => ({ room, seats: Number(seats) })))
    rooms.splice(0, rooms.length, { room: '999', seats: '12', taken: [1, 2] })
    expect(await free()).toEqual([{ room: '999', seats: 12 }])
  })

  it('must be seen 11: grades.list changes with a grade, and needs a sign-in', async () => {
    const world = await underTest()
    expect(await rejected(run(world, 'grades', 'list'))).toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    await world.login()
    const account = world.sim.data.accounts.find(({ id }) => id === student)
    const course = account?.terms[1]?.courses[0]
    if (!account || !course) throw new Error('no course')
    const grades = () => run(world, 'grades', 'list', { term: '25-26-2' })
    expect(await grades()).toMatchObject({ kind: 'undergraduate', gpa: Number(account.gpa), courses: account.terms[1]?.courses.map(({ name, score, credits, point }) => ({ course: name, grade: score, score: Number(score), credits: Number(credits), point: Number(point) })) })
    course.score = '61.5'
    expect(await grades()).toMatchObject({ courses: expect.arrayContaining([expect.objectContaining({ course: course.name, score: 61.5 })]) })
  })

  it('notices.list and notices.read go page by page through what the office published', async () => {
    const world = await underTest()
    const { notices } = world.sim.data
    expect(await run(world, 'notices', 'list')).toMatchObject({ page: 1, lastPage: Math.ceil(notices.length / 15), items: notices.slice(0, 15).map(({ id, title, date }) => ({ id, title, date })) })
    const [notice] = notices
    if (!notice) throw new Error('no notice')
    expect(await run(world, 'notices', 'read', { id: notice.id })).toMatchObject({ id: notice.id, title: notice.title, date: notice.date, cut: false })
    expect(await rejected(run(world, 'notices', 'read', { id: 999_999 }))).toMatchObject({ code: 'not-found' })
    expect(await rejected(run(world, 'notices', 'list', { page: 40 }))).toMatchObject({ code: 'not-found' })
  })
})

describe.skipIf(!there)('the recorded pages, served by the simulated dean host', () => {
  const page = (name: string) => readFileSync(`${recorded}/${name}`, 'utf8')
  const list = 'dean.pku.edu.cn/web/notice.php?page=1'
  const detail = 'dean.pku.edu.cn/web/notice_details.php?id=743'

  it('list, detail and the missing variants', async () => {
    const world = await underTest()
    world.serve(list, 'html', page('notice_list.html'))
    expect(await run(world, 'notices', 'list')).toMatchObject({ page: 1, lastPage: 45, items: expect.objectContaining({ length: 15 }) })
    world.serve(detail, 'html', page('notice_valid.html'))
    expect(await run(world, 'notices', 'read', { id: 743 })).toMatchObject({ date: '2026-05-20', text: expect.stringMatching(/^根据我校教学进程/) })
    for (const name of ['notice_missing.html', 'rule_missing.html', 'guide_missing.html']) {
      world.serve(detail, 'html', page(name))
      expect(await rejected(run(world, 'notices', 'read', { id: 743 }))).toMatchObject({ code: 'not-found' })
    }
  })
})
