import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { openStage } from './stage.ts'

/** Somebody who has read the README and nothing else. */

it('the first tool call of each README answers with rows; one that finds nothing says so in words', async () => {
  await using stage = await openStage()
  for (const readme of ['README.md', 'README.zh.md']) {
    const line = /^pkuh (?:--profile sim )?(call classrooms\.free [^#\n]*)/m.exec(readFileSync(readme, 'utf8'))?.[1]?.trim() ?? ''
    const ran = await stage.pkuh(line.split(/\s+/))
    expect([line, ran.code, ran.stderr]).toEqual([line, 0, ''])
    expect(ran.stdout).toMatch(/^room +seats\n.+\n/)
  }
  const nothing = await stage.pkuh(['call', 'classrooms.free'])
  expect(nothing.stdout).toBe('classrooms.free：没有查到（--day today --from 1 --to 12）\n没有一间教室在第 1–12 节里都空着；缩短时段再试，例如 --from 5 --to 6\n')
  expect((await stage.pkuh(['--lang', 'en', 'call', 'classrooms.free'])).stdout).toContain('No room is free in all of periods 1–12; try fewer, such as --from 5 --to 6')
  expect((await stage.json(['call', 'classrooms.free'])).doc).toMatchObject({ ok: true, data: [] })
})

it('what a tool takes stands behind `pkuh tools TOOL` and `pkuh call TOOL --help`; a plugin’s tools behind its name; a name that is none is exit 3 with its neighbours', async () => {
  await using stage = await openStage()
  const shown = await stage.pkuh(['tools', 'classrooms.free'])
  expect(shown.stdout).toMatch(/--from +整数 1–12 +默认 1 +从第几节\n/)
  expect((await stage.pkuh(['call', 'classrooms.free', '--help'])).stdout).toBe(shown.stdout)
  expect((await stage.json(['call', 'classrooms.free', '--help'])).doc).toMatchObject({ ok: true, data: { tools: [{ id: 'classrooms.free' }] } })
  const example = /pkuh (?:--profile sim )?(call .+)/.exec(shown.stdout)?.[1] ?? ''
  expect((await stage.pkuh(example.split(' '))).code).toBe(0)
  expect((await stage.pkuh(['tools', 'treehole'])).stdout.match(/^treehole\S+/gm)).toEqual(['treehole.search', 'treehole.read', 'treehole.post'])
  expect((await stage.json(['tools', 'clasrooms'])).doc).toMatchObject({ ok: false, error: { exit: 3, code: 'PLUGIN_TOOL_UNKNOWN', hint: expect.stringContaining('classrooms') } })
  expect((await stage.json(['call', 'classrooms.frei', '--help'])).doc).toMatchObject({ ok: false, error: { exit: 3 } })
})

it('a command told in the simulated profile is one for the simulated profile, wherever it stands; in the real one it is the plain one', async () => {
  await using stage = await openStage()
  const told = async (args: readonly string[], profile = 'sim') => { const ran = await stage.pkuh(args, { profile }); return ran.stdout + ran.stderr }
  for (const args of [['status'], ['call', 'grades.list'], ['call', 'grades.list', '--json'], ['ask', '看看我的成绩'], ['ask', '看看我的成绩', '--json'], ['logout'], ['tools', 'nosuch'], ['tools', 'grades.list'], ['approvals', 'show', 'x'], ['plugin']]) {
    const text = await told(args)
    expect(text, args.join(' ')).toMatch(/pkuh (?:--profile sim |help)/)
    expect(text, args.join(' ')).not.toMatch(/pkuh (?!--profile sim |help )[a-z]/)
  }
  expect(await told(['call', 'grades.list'])).toContain('pkuh --profile sim login')
  expect((await stage.pkuh(['--help'])).stdout).not.toContain('pkuh --profile sim sim')
  try { expect(await told(['logout'], 'default')).toMatch(/pkuh login/) } finally { await told(['daemon', 'stop'], 'default') }
})

it('a group without its subcommand names them, and help of one is its own', async () => {
  await using stage = await openStage()
  expect(await stage.pkuh(['plugin'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('list, show, install, review, update, remove') })
  expect(await stage.pkuh(['plugin', 'look'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/没有 pkuh .*plugin look/) })
  const help = await stage.pkuh(['help', 'model', 'set'])
  expect(help.stdout).toMatch(/^用法：pkuh model set \[选项\]\n[^]*--key-stdin +从标准输入读密钥/)
  expect((await stage.pkuh(['model', 'set', '--help'])).stdout).toBe(help.stdout)
})

it('where a sign-in lives in memory only, status says so, and stopping the daemon says that it is gone', async () => {
  await using stage = await openStage()
  expect((await stage.pkuh(['daemon', 'stop'])).stdout).not.toContain('密码')
  await stage.login()
  const signedIn = await stage.pkuh(['status'])
  expect(signedIn.stdout).toMatch(/账号 +2500000001\n/)
  expect(signedIn.stdout).toContain('memory: 可用 (只在内存里：守护进程结束，密码和登录就都没了)')
  expect((await stage.pkuh(['keystore', 'status'])).stdout).toContain('只在内存里')
  expect((await stage.pkuh(['daemon', 'stop'])).stdout).toMatch(/已停止.*\n密钥库在内存里，所以密码和登录都没了；下次先 pkuh --profile sim login\n/)
  expect((await stage.pkuh(['status'])).stdout).toContain('2500000001 (要重新登录：pkuh --profile sim login)')
  expect((await stage.json(['daemon', 'stop'])).doc).toMatchObject({ ok: true, data: { stopped: true } })
})

it('the walk over the simulated campus in each README works word for word', async () => {
  await using stage = await openStage()
  const env = { ...stage.env, XDG_DATA_HOME: `${stage.home}/other` }
  const pkuh = (words: readonly string[], input = ''): Promise<{ readonly code: number; readonly stdout: string }> => new Promise((done) => {
    const child = execFile(process.execPath, [resolve('bin/pkuh.js'), ...words], { env }, (error, stdout) => done({ code: typeof error?.code === 'number' ? error.code : 0, stdout }))
    child.stdin?.end(input)
  })
  for (const readme of ['README.md', 'README.zh.md']) {
    const walk = readFileSync(readme, 'utf8').split('```').find((block) => block.startsWith('sh\npkuh sim start')) ?? ''
    const lines = walk.split('\n').flatMap((line) => line.replace(/#.*/, '').split('&&')).map((line) => line.trim()).filter((line) => line.startsWith('pkuh '))
    expect(lines).toHaveLength(7)
    for (const line of lines) {
      const words = line.slice('pkuh '.length).split(/ +/).map((word) => word.replace(/^"|"$/g, ''))
      const ran = words.includes('login') ? await pkuh([...words, '--password-stdin'], 'correct-horse-01\n') : await pkuh(words)
      expect([line, ran.code]).toEqual([line, 0])
      expect(ran.stdout, line).not.toBe('')
    }
  }
})
