import { expect, it } from 'vitest'
import type { SimHole } from '../../fixtures/campus/campus-api.ts'
import treehole from '../../plugins/bundled/treehole/index.ts'
import { dataOf, errorOf } from '../monitor/world/world.ts'
import { makeTurn } from '../monitor/world/turn.ts'
import { simulate } from './sim.ts'

const holes = (): SimHole[] => Array.from({ length: 60 }, (_, index) => ({
  pid: 9_000_001 + index, text: index % 2 ? `测试洞 ${index}` : `占座 ${index}`, timestamp: 1_790_000_000 + index, likes: index,
  comments: index === 59 ? Array.from({ length: 40 }, (_, at) => ({ cid: 100 + at, text: `评论 ${at}`, name: 'Alice', timestamp: 1_790_000_100 + at })) : [],
}))

it('searches by keyword over as many pages as it needs, newest first, ids as texts', async () => {
  await using sim = await simulate(treehole, { holes: holes() })
  const data = dataOf(await sim.world.call('treehole.search', { keyword: '测试洞', limit: 28 })) as { holes: { pid: string }[]; more: boolean }
  expect(data.holes.map(({ pid }) => pid)).toEqual(Array.from({ length: 28 }, (_, index) => String(9_000_060 - 2 * index)))
  expect(data.more).toBe(true)
  expect(data.holes[0]).toEqual({ pid: '9000060', text: '测试洞 59', time: '2026-09-21T22:14:19+08:00', likes: 59, replies: 40 })
  const none = dataOf(await sim.world.call('treehole.search', { keyword: '没有人写过' }))
  expect(none).toEqual({ holes: [], more: false })
})

it('reads a post with its comments and taints the turn that reads it', async () => {
  await using sim = await simulate(treehole, { holes: holes() })
  const turn = makeTurn()
  const outcome = await sim.world.call('treehole.read', { pid: '9000060', comments: 30 }, { turn })
  const data = dataOf(outcome) as { hole: { text: string }; comments: { text: string }[]; more: boolean }
  expect(data.hole.text).toBe('测试洞 59')
  expect(data.comments).toHaveLength(30)
  expect(data.comments[0]).toMatchObject({ text: '评论 0', name: 'Alice' })
  expect(data.more).toBe(true)
  expect(turn.labels()).toEqual({ untrusted: ['treehole.read'], private: ['treehole'] })
  expect(outcome.untrusted).toBe(true)
})

it('a post that does not exist is not found, exit 3', async () => {
  await using sim = await simulate(treehole)
  expect(errorOf(await sim.world.call('treehole.read', { pid: '1' }))).toMatchObject({ code: 'TOOL_NOT_FOUND', exit: 3 })
})

it('a post that nobody approves never reaches the campus; an approved one reaches it once', async () => {
  await using sim = await simulate(treehole)
  const posts = () => sim.served.recorder.count({ host: 'treehole.pku.edu.cn', method: 'POST', path: '/chapi/api/v3/hole/post' })
  expect(errorOf(await sim.world.call('treehole.post', { text: '你好树洞' }))).toMatchObject({ code: 'APPROVAL_UNAVAILABLE', exit: 20 })
  expect(posts()).toBe(0)
  sim.world.approvals.attach('screen')
  const outcome = sim.world.call('treehole.post', { text: '你好树洞' })
  await expect.poll(() => sim.world.approvals.pending().length).toBe(1)
  const card = sim.world.approvals.pending()[0]?.card
  expect(card).toMatchObject({ confirm: { zh: '在树洞匿名发布：你好树洞' }, typed: '发布', goesTo: ['campus:treehole treehole.pku.edu.cn'] })
  sim.world.approvals.answer(card?.id ?? '', 'once', 'screen', '发布')
  const made = dataOf(await outcome) as { pid: string }
  expect(posts()).toBe(1)
  expect(sim.served.data.holes.find(({ pid }) => String(pid) === made.pid)?.text).toBe('你好树洞')
  expect(sim.world.audit().filter(({ kind }) => kind === 'request.sent').at(-1)?.detail).toMatchObject({ method: 'POST', path: '/chapi/api/v3/hole/post', status: 200 })
})

it('bug-log 76: after a post was read, publishing asks and the card shows the text that would leave', async () => {
  await using sim = await simulate(treehole)
  const turn = makeTurn({ userWords: '看看理教自习攻略' })
  await sim.world.call('treehole.search', { keyword: '理教自习攻略' }, { turn })
  sim.world.approvals.attach('screen')
  const stop = new AbortController()
  const outcome = sim.world.call('treehole.post', { text: '高等数学 92 分' }, { turn, signal: stop.signal })
  await expect.poll(() => sim.world.approvals.pending().length).toBe(1)
  expect(sim.world.approvals.pending()[0]?.card).toMatchObject({ tainted: true, args: '{"text":"高等数学 92 分"}', answers: ['once', 'deny'], reasons: [{ rule: 'R5' }, { rule: 'R6' }] })
  stop.abort()
  expect((await outcome).ok).toBe(false)
  expect(sim.served.recorder.count({ method: 'POST', path: '/chapi/api/v3/hole/post' })).toBe(0)
})
