import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The built command line in an author's own folder. No campus, no daemon: none of these starts one. */
let home: string
beforeAll(() => { home = mkdtempSync(join(tmpdir(), 'pkuh-author-')) })
afterAll(() => {
  expect(readdirSync(home).filter((name) => name === 'run' || name === 'data')).toEqual([])
  rmSync(home, { recursive: true, force: true })
})

interface Ran { readonly code: number; readonly stdout: string; readonly stderr: string }
const pkuh = (...args: string[]): Promise<Ran> => new Promise((done) => {
  const child = execFile(process.execPath, [resolve('bin/pkuh.js'), '--lang', 'en', ...args], {
    cwd: home, env: { HOME: home, PATH: process.env['PATH'] ?? '', LANG: 'en_US.UTF-8', XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: join(home, 'run') },
  }, (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }))
  child.stdin?.end('')
})
const make = async (id: string, shape: 'list' | 'table' | 'json', page = 'https://www.example.org/news') => {
  const ran = await pkuh('plugin', 'new', id, '--name', '新闻', '--page', page, '--shape', shape)
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  return join(home, id)
}
const edit = (path: string, from: string, to: string) => {
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, () => to))
}

describe('plugin new', () => {
  it.each([['a-list', 'list', 'https://www.example.org/news?x=1'], ['a-table', 'table', 'https://dean.pku.edu.cn/web/notice.php?page=1'], ['some-json', 'json', 'https://www.example.org/api/news']] as const)('%s passes its check, its test and every change of its page at once', async (id, shape, page) => {
    await make(id, shape, page)
    expect(await pkuh('plugin', 'lint', id)).toEqual({ code: 0, stdout: 'Nothing to mend\n', stderr: '' })
    const ran = await pkuh('plugin', 'test', id, '--mutate')
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toMatch(/^ok {6}first \(\d+ ms\)\nOf \d+ changes to the recorded pages, each was noticed\n$/)
  })

  it('overwrites nothing', async () => {
    const folder = await make('there', 'list')
    writeFileSync(join(folder, 'PLUGIN.md'), 'mine')
    const again = await pkuh('plugin', 'new', 'there', '--name', 'x', '--page', 'https://www.example.org/', '--shape', 'list', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, error: { code: 'AUTHOR_FOLDER_EXISTS', exit: 2 } })
    expect(readFileSync(join(folder, 'PLUGIN.md'), 'utf8')).toBe('mine')
  })

  it.each([
    [['x', '--page', 'https://www.example.org/', '--shape', 'list'], 'AUTHOR_ANSWER_NEEDED', 2], [['X!', '--name', 'x', '--page', 'https://www.example.org/', '--shape', 'list'], 'AUTHOR_ID', 2],
    [['x1', '--name', 'x', '--page', 'http://www.example.org/', '--shape', 'list'], 'AUTHOR_PAGE', 2], [['x1', '--name', 'x', '--page', 'https://iaaa.pku.edu.cn/x', '--shape', 'list'], 'AUTHOR_PAGE', 2],
    [['x1', '--name', 'x', '--page', 'https://dean.pku.edu.cn/nothing', '--shape', 'list'], 'DOC_ENDPOINT_UNLISTED', 11],
    [['x1', '--name', 'x', '--page', 'https://www.example.org/?xh=2500012345', '--shape', 'list'], 'AUTHOR_NEW_REFUSED', 2],
  ])('%j ends with %s and leaves nothing', async (args, code, exit) => {
    const ran = await pkuh('plugin', 'new', ...args, '--json')
    expect(ran.code).toBe(exit)
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, error: { code, exit } })
    expect(existsSync(join(home, args[0] ?? ''))).toBe(false)
  })
})

describe('plugin lint', () => {
  it('tells place, code and what to write, in words, JSON and SARIF alike; --fix mends', async () => {
    const folder = await make('faulty', 'list')
    edit(join(folder, 'PLUGIN.md'), '    untrusted: true    # text', '    # text')
    const words = await pkuh('plugin', 'lint', 'faulty')
    expect(words).toMatchObject({ code: 11, stdout: expect.stringMatching(/^PLUGIN\.md:10:13 error LINT_UNTRUSTED_UNSAID: .*\n {4}Write untrusted: true/), stderr: expect.stringMatching(/^Error: The check found 1 to mend\n/) })
    const json = await pkuh('plugin', 'lint', 'faulty', '--json')
    expect([json.code, json.stderr]).toEqual([11, ''])
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, error: { code: 'AUTHOR_LINT_FOUND' }, data: { findings: [{ code: 'LINT_UNTRUSTED_UNSAID', file: 'PLUGIN.md', line: 10, column: 13, fixable: true }] } })
    const sarif = await pkuh('plugin', 'lint', 'faulty', '--sarif')
    expect(sarif.code).toBe(11)
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'LINT_UNTRUSTED_UNSAID' }] }] })
    expect(await pkuh('plugin', 'lint', 'faulty', '--fix')).toEqual({ code: 0, stdout: 'Nothing to mend\n', stderr: 'Mended PLUGIN.md\n' })
    expect(readFileSync(join(folder, 'PLUGIN.md'), 'utf8')).toContain('    untrusted: true\n    effect: read\n')
  })

  it('a folder without a PLUGIN.md is said to be none', async () => {
    expect(JSON.parse((await pkuh('plugin', 'lint', '.', '--json')).stdout)).toMatchObject({ error: { code: 'AUTHOR_FOLDER_MISSING', exit: 2 } })
  })
})

describe('plugin run', () => {
  it('--trace shows a step of a loop where it first gave something, and says which time that was', async () => {
    const folder = await make('looped', 'list')
    edit(join(folder, 'PLUGIN.md'), '            - assert: { that: "len(row.title) > 0 && row.date != null", or: site-changed }\n', '            - extract: { from: row.title, regex: "第二.", many: true }\n              as: found\n')
    const { stderr } = await pkuh('plugin', 'run', 'looped', '--fixture', 'first', '--trace')
    expect(stderr).toMatch(/each\.steps\[0\]\.extract · extract · .*\n {4}value \[1\] \["第二条"\]\n {4}2 times in all; above is the one numbered 2\n/)
  })
})

describe('plugin test', () => {
  it('a page that changed fails at the place that differs; --update keeps the new result, comments and all', async () => {
    const folder = await make('moved', 'list')
    edit(join(folder, 'fixtures/page.html'), '第二条', '第三条')
    const failed = await pkuh('plugin', 'test', 'moved', '--junit', 'moved.xml')
    expect(failed).toMatchObject({ code: 11, stdout: 'failed  first\n    $[1].title: expected "第二条", found "第三条"\n' })
    expect(readFileSync(join(home, 'moved.xml'), 'utf8')).toContain('<failure message="$[1].title: expected &quot;第二条&quot;, found &quot;第三条&quot;">')
    expect(await pkuh('plugin', 'test', 'moved', '--update')).toMatchObject({ code: 0, stdout: 'kept the new result in fixtures/first.yaml\n' })
    expect(await pkuh('plugin', 'test', 'moved')).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'fixtures/first.yaml'), 'utf8')).toMatch(/^# fixtures\/page\.html is invented/)
  })

  it('--mutate names what went unnoticed and what to write', async () => {
    const folder = await make('soft', 'list')
    edit(join(folder, 'PLUGIN.md'), '          required: true\n', '')
    const ran = await pkuh('plugin', 'test', 'soft', '--mutate', '--json')
    expect(ran.code).toBe(11)
    expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: 'AUTHOR_MUTANTS_SURVIVED' }, data: { survivors: [{ kind: 'selector', what: '.news li', how: { hollow: '$' } }] } })
    expect((await pkuh('plugin', 'test', 'soft', '--mutate')).stdout).toContain('first: with every element that “.news li” matches removed, $ is empty and the tool says nothing\n    Write required: true beside this selector')
  })

  it('--update keeps no fault of the document as what is expected, and no failure where a result was promised', async () => {
    const folder = await make('wrong', 'list')
    const before = readFileSync(join(folder, 'fixtures/first.yaml'), 'utf8')
    edit(join(folder, 'PLUGIN.md'), 'date: "${{ row.date }}"', 'date: "never"')
    expect(JSON.parse((await pkuh('plugin', 'test', 'wrong', '--update', '--json')).stdout)).toMatchObject({ error: { code: 'AUTHOR_TEST_FAILED' }, data: { tests: [{ ok: false, fails: 'DOC_RESULT_INVALID' }] } })
    edit(join(folder, 'fixtures/page.html'), 'class="news"', 'class="olds"')
    expect(JSON.parse((await pkuh('plugin', 'test', 'wrong', '--update', '--json')).stdout)).toMatchObject({ data: { tests: [{ ok: false, fails: 'site-changed' }] } })
    expect(readFileSync(join(folder, 'fixtures/first.yaml'), 'utf8')).toBe(before)
  })

  it('--mutate that finds nothing to change is no pass', async () => {
    const folder = await make('none', 'list')
    edit(join(folder, 'fixtures/page.html'), 'class="news"', 'class="olds"')
    const file = join(folder, 'fixtures/first.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/expect:[^]*/, 'expect: { fails: site-changed }\n'))
    expect(JSON.parse((await pkuh('plugin', 'test', 'none', '--mutate', '--json')).stdout)).toMatchObject({ error: { code: 'AUTHOR_MUTANTS_NONE', exit: 11 } })
  })

  it('without a recording it is no test', async () => {
    const folder = await make('bare', 'list')
    rmSync(join(folder, 'fixtures'), { recursive: true })
    expect(JSON.parse((await pkuh('plugin', 'test', 'bare', '--json')).stdout)).toMatchObject({ error: { code: 'AUTHOR_TEST_NONE', exit: 11 } })
  })
})

describe('plugin run on a recording', () => {
  it('tells the steps on stderr and the result on stdout; with --json both are one document', async () => {
    await make('traced', 'list')
    const ran = await pkuh('plugin', 'run', 'traced', '--fixture', 'first', '--trace')
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(/^title\s+date\s*\n第一条\s+2026-03-02/)
    for (const part of ['request GET https://www.example.org/news → 200, 276 bytes', '.news li matched 2: <li><a href="2.html">第一条</a>', 'title: a matched 2', 'fuel left 999']) expect(ran.stderr).toContain(part)
    const doc = JSON.parse((await pkuh('plugin', 'run', 'traced', '--trace', '--fixture=first', '--json')).stdout)
    expect(doc).toMatchObject({ ok: true, data: [{ title: '第一条' }, { title: '第二条' }], steps: [{ kind: 'request' }, { kind: 'extract' }, { kind: 'assert' }, { kind: 'assert' }, { kind: 'each' }, { kind: 'return' }] })
  })

  it('a failure shows the step it ended at', async () => {
    const folder = await make('broken', 'list')
    edit(join(folder, 'fixtures/page.html'), 'class="news"', 'class="olds"')
    const ran = await pkuh('plugin', 'run', 'broken', '--fixture', 'first', '--trace')
    expect(ran).toMatchObject({ code: 10, stdout: '' })
    expect(ran.stderr).toMatch(/steps\[1\]\.extract · extract · failed\n {4}\.news li matched none\n/)
    expect(ran.stderr).toMatch(/Error: The tool failed with site-changed/)
  })
})

describe('plugin pack', () => {
  it('the same folder gives the same bytes and the hash that an install shows; a file that is there is left', async () => {
    await make('packed', 'table')
    const ran = await pkuh('plugin', 'pack', 'packed')
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Wrote packed-0\.1\.0\.pkuh\.tar\n {2}sha256 [0-9a-f]{64}\n$/) })
    expect((await pkuh('plugin', 'pack', 'packed', '--file', 'again.pkuh.tar')).code).toBe(0)
    expect(await pkuh('plugin', 'pack', 'packed', '--file', 'again.tar')).toMatchObject({ code: 2, stderr: expect.stringContaining('.pkuh.tar') })
    expect(readFileSync(join(home, 'again.pkuh.tar')).equals(readFileSync(join(home, 'packed-0.1.0.pkuh.tar')))).toBe(true)
    expect(await pkuh('plugin', 'pack', 'packed')).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') })
  })
})
