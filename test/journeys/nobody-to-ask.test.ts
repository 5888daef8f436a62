import { expect, it } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStage } from './stage.ts'

/** Must be seen 3: without a terminal nothing waits, nothing runs, and the way to authorise it beforehand is true. */

const posts = { method: 'POST', host: 'treehole.pku.edu.cn', path: '/chapi/api/v3/hole/post' }

it('a turn that must ask ends with exit 20, soon, and nothing was posted', async () => {
  await using stage = await openStage()
  await stage.login()
  const { ran, doc } = await stage.json(['ask', '在树洞里搜「理教自习」，告诉我大家说了什么。'])
  const ended = Date.now()
  expect(ran.code).toBe(20)
  if (doc.ok) throw new Error('it was let through')
  expect(doc.error).toMatchObject({ exit: 20, code: 'APPROVAL_UNAVAILABLE' })
  expect(doc.error.hint).toMatch(/--allow-file/)
  // Under a second after the model asked for it; five times that here, for a busy machine. The model answers at once.
  const lastAsked = Math.max(...stage.campus.recorder.all().map(({ at }) => at))
  expect(ended - lastAsked).toBeLessThan(5_000)
  expect(stage.campus.recorder.count(posts)).toBe(0)
})

it('a call that must ask is exit 20 too, and the pre-authorised one runs as often as was said', async () => {
  await using stage = await openStage()
  await stage.login()
  const call = ['call', 'treehole.post', '--text', '自动测试']
  // No file was named, so none lacked anything.
  expect((await stage.json(call)).doc).toMatchObject({ ok: false, error: { exit: 20, message: expect.not.stringContaining('授权文件') } })
  expect(stage.campus.recorder.count(posts)).toBe(0)

  const file = join(stage.home, 'allow.json')
  writeFileSync(file, JSON.stringify({ version: 1, allow: [{ tool: 'treehole.post', args: { text: '自动测试' }, uses: 1, expires: '2099-01-01T00:00:00+08:00' }] }))
  const allowed = await stage.json([...call, '--allow-file', file])
  expect(allowed.doc).toMatchObject({ ok: true })
  expect(stage.campus.recorder.count(posts)).toBe(1)

  const again = await stage.json([...call, '--allow-file', file])
  expect(again.doc).toMatchObject({ ok: false, error: { exit: 20, message: expect.stringContaining('已经用完（1 次）') } })
  const other = await stage.json(['call', 'treehole.post', '--text', '别的话', '--allow-file', file])
  expect(other.doc).toMatchObject({ ok: false, error: { exit: 20, message: expect.stringContaining('参数 text 和授权文件里写的不同') } })
  expect((await stage.pkuh(['grants', 'list'])).stdout).toMatch(/^编号 .*\nfile:[0-9a-f]{8}:0 +treehole\.post +用过 1 次，还剩 0 次 +到 209[89]-\d\d-\d\d \d\d:\d\d\S*(?: UTC\S+)? +text="自动测试".*\n$/)
  expect(stage.campus.recorder.count(posts)).toBe(1)
})
