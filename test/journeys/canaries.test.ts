import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inventedData } from '../../fixtures/campus/data/index.ts'
import { connectTo } from './database.ts'
import { openModelServer } from './model-server.ts'
import { hunt, type Sinks, spellings } from './secret-hunt.ts'
import { files, processes, tables } from './sinks.ts'
import { openStage, type Stage, until } from './stage.ts'

/** Must be seen 4: what only the host and the campus may hold stands nowhere else, in no spelling. */

const password = 'Kanarienvogel+42/密码 =&%"\\;'
const account = '2500000002'

async function liveThrough(stage: Stage, outputs: Map<string, Buffer>): Promise<void> {
  const keep = async (name: string, ...given: Parameters<Stage['pkuh']>) => {
    const { stdout, stderr } = await stage.pkuh(...given)
    outputs.set(`output of ${name}`, Buffer.from(`${stdout}\n${stderr}`))
  }
  await keep('login', ['login', '--user', account, '--password-stdin', '--json'], { input: `${password}\n` })
  await keep('status', ['status', '--json'])
  await keep('grades', ['call', 'grades.list', '--json'])
  await keep('search', ['call', 'treehole.search', '--keyword', '理教', '--json'])
  await keep('post', ['call', 'treehole.post', '--text', '不会发出去', '--json'])
  await keep('ask', ['ask', '看看我的成绩', '--json'])
  await keep('ask, streamed', ['ask', '树洞里有什么', '--jsonl'])
  await keep('what a person typed', ['ask', `我的密码是 ${password}`, '--json'])
  await keep('wrong login', ['login', '--user', account, '--password-stdin'], { input: `${password}x\n` })
  await keep('audit', ['audit', 'show', '--json'])
  await keep('services', ['services', '--json'])
  await keep('doctor', ['doctor', '--json'])
  await keep('log', ['daemon', 'logs'])
}

const everything = (stage: Stage, outputs: Sinks, requests: readonly string[]): Sinks => new Map([
  ...outputs, ...files(stage.home), ...tables(stage.places.database), ...processes(stage.home),
  ...requests.map((text, index) => [`model request ${index}`, Buffer.from(text)] as const),
])

it('passwords, tokens and cookies stand in no log, row, result, request, output, argument or environment', async () => {
  const data = inventedData()
  const accounts = data.accounts.map((one) => (one.id === account ? { ...one, kind: 'plain' as const, password } : one))
  await using model = await openModelServer([{ name: 'grades_list', args: {} }, { name: 'treehole_search', args: { keyword: '自习' } }])
  await using stage = await openStage({
    campus: { data: { accounts }, canaries: { token: 'c0ffee0ddba11ca1', cookie: 'feedfacecafebeef' } },
    config: { model: { id: 'mock', baseUrl: model.baseUrl, model: 'mock', needsKey: false } },
  })
  const outputs = new Map<string, Buffer>()
  await liveThrough(stage, outputs)

  // A sign-in in flight: what stands in processes while the password is on its way.
  stage.campus.switches.hold.push('POST iaaa.pku.edu.cn/iaaa/oauthlogin.do')
  const before = stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' })
  const signingIn = stage.pkuh(['login', '--user', account, '--password-stdin'], { input: `${password}\n` })
  await until('a sign-in is under way', () => stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' }) > before)
  const during = processes(stage.home)
  expect([...during.keys()].filter((name) => name.endsWith(' node')).length).toBeGreaterThan(1)
  stage.campus.release()
  await signingIn

  const secrets = new Map([['password', password], ...stage.campus.hooks.issued().map(({ kind, value }, index) => [`${kind} ${index}`, value] as const)])
  expect([...secrets.keys()].map((name) => name.split(' ')[0])).toEqual(expect.arrayContaining(['password', 'token', 'cookie', 'jwt']))
  expect(model.requests.length).toBeGreaterThan(3)
  expect(outputs.get('output of grades')?.toString()).toContain('"ok":true')

  const sinks = everything(stage, new Map([...outputs, ...[...during].map(([name, bytes]) => [`${name} during a sign-in`, bytes] as const)]), model.requests)
  expect([...sinks.keys()].join('\n')).toMatch(/file data.*harness\.db\n[^]*harness\.db-wal[^]*table audit[^]*process \d+ node/)
  expect(hunt(sinks, secrets)).toEqual([])

  await plantAndFind(stage, outputs, model.requests, secrets)
})

/** The same hunt finds what is put into each sink, in each spelling: an empty find above means something. */
async function plantAndFind(stage: Stage, outputs: Sinks, requests: readonly string[], secrets: ReadonlyMap<string, string>): Promise<void> {
  const token = [...secrets].find(([name]) => name.startsWith('token'))?.[1] ?? ''
  const finds = (extra: Sinks = new Map()) => hunt(new Map([...everything(stage, outputs, requests), ...extra]), secrets).map(({ sink }) => sink)

  for (const value of [password, token]) {
    for (const [spelling, text] of spellings(value)) {
      for (const sink of ['output', 'model request', 'tool result']) expect(hunt(new Map([[sink, Buffer.from(`…${text}…`)]]), secrets), `${spelling} in ${sink}`).not.toEqual([])
    }
    const cut = [value.slice(0, 7), value.slice(7)]
    expect(hunt(new Map([['stream', Buffer.from(cut.map((text) => JSON.stringify({ kind: 'text.delta', text })).join('\n'))]]), secrets)).not.toEqual([])
    expect(hunt(new Map([['wire', Buffer.from(cut.join('\n'))]]), secrets)).not.toEqual([])
  }

  const log = join(stage.places.data, 'planted.log')
  writeFileSync(log, '')
  appendFileSync(log, JSON.stringify({ msg: `signing in with ${encodeURIComponent(password)}` }))
  expect(finds()).toContain('file data/pku-harness/sim/planted.log')
  rmSync(log)

  {
    using database = connectTo(stage.places.database)
    database.write('CREATE TABLE planted (text TEXT)')
    database.write('INSERT INTO planted VALUES (?)', `${'x'.repeat(20_000)}${Buffer.from(token).toString('base64')}`)
    expect(finds()).toEqual(expect.arrayContaining(['table planted', 'file data/pku-harness/sim/harness.db-wal']))
    database.write('DROP TABLE planted')
  }

  const planted = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', token], { env: { HOME: stage.home, LEAK: password }, stdio: 'ignore' })
  try {
    await until('the planted process is found', () => finds(processes(stage.home)).includes(`process ${planted.pid} node`))
  } finally {
    planted.kill('SIGKILL')
  }
}
