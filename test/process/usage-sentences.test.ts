import { expect, it } from 'vitest'
import { openStage } from '../journeys/stage.ts'

it.each([
  [['audit', 'show', '--limit', '0'], '--limit 要写 1 到 500 的整数', '--limit takes a whole number from 1 to 500'],
  [['daemon', 'logs', '--lines', 'x'], '--lines 要写不小于 1 的整数', '--lines takes a whole number of 1 or more'],
  [['call', 'classrooms.free', '理教'], '理教 不是选项', '理教 is no option; what may stand here: --building'],
  [['call', 'classrooms.free', '--from', '1', '--from', '2'], '--from 写了两次', '--from is given twice'],
  [['call', 'classrooms.free', '--from', 'five'], 'from 应当是整数，收到的是文字', 'from should be a whole number, not text'],
  [['call', 'treehole.read', '--pid', 'abc'], '例如 7123456', 'for example 7123456'],
  [['completion', 'tcsh'], 'shell 只能是 bash, zsh, fish 之一', 'shell is one of bash, zsh, fish'],
  [['memory', 'list', '--status', 'x'], '--status 只能是', '--status is one of'],
  [['ask', '--jsonl', 'x'], '只能用一个', 'do not go together'],
  [['ask', ' '], '没有写要问什么', 'There is no question'],
] as const)('%j says what is wrong and what would be right, in both languages, with exit 2', async (args, zh, en) => {
  await using stage = await openStage()
  for (const [lang, sentence] of [['zh', zh], ['en', en]] as const) {
    const { ran, doc } = await stage.json(['--lang', lang, ...args])
    expect([ran.code, doc]).toMatchObject([2, { ok: false, error: { message: expect.stringContaining(sentence) } }])
  }
}, 60_000)

it('a line that cannot be read is told in the language that it names', async () => {
  await using stage = await openStage()
  for (const [lang, word] of [['zh', '秒'], ['en', 'seconds']] as const) {
    const { stderr, code } = await stage.pkuh(['--lang', lang, '--timeout', '0', 'status'])
    expect([code, stderr]).toEqual([2, expect.stringContaining(word)])
  }
  expect((await stage.pkuh(['--lang', 'fr', 'status'])).stderr).toContain('--lang 只能是 zh, en 之一')
}, 60_000)

it('model set says where things go only once it is done, and a refusal in a turn is told once', async () => {
  await using stage = await openStage()
  await stage.login()
  const set = await stage.pkuh(['model', 'set', '--url', 'http://127.0.0.1:9/v1', '--name', 'm', '--no-key'])
  expect([set.code, set.stderr]).toEqual([22, expect.not.stringContaining('从现在起')])
  const asked = await stage.pkuh(['ask', '在树洞里搜「理教自习」'])
  expect(asked.code, asked.stderr).toBe(20)
  expect(asked.stderr.split('现在没有人可以批准').length - 1 + asked.stdout.split('现在没有人可以批准').length - 1).toBe(1)
  expect(asked.stderr).toContain('refused: [treehole.post]')
}, 60_000)
