import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** A shell's `ulimit -f` stands for a disk that takes the beginning of a file and no more. */
function author() {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-author-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', LANG: 'en_US.UTF-8', XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: join(home, 'run') }
  const run = (script: string, words: readonly string[]) => new Promise<{ code: number; stdout: string }>((done) => {
    const child = execFile('/bin/sh', ['-c', `${script}exec "$@"`, 'sh', process.execPath, resolve('bin/pkuh.js'), '--lang', 'en', ...words], { cwd: home, env }, (error, stdout) => done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout }))
    child.stdin?.end('')
  })
  return { home, pkuh: (...words: string[]) => run('', words), onFullDisk: (...words: string[]) => run('ulimit -f 4; ', words) }
}
const page = 'x'.repeat(10_000)

it.skipIf(process.platform === 'win32')('what an author wrote is not cut off by a disk that is full, and half a file is not left', async () => {
  const { home, pkuh, onFullDisk } = author()
  expect(await pkuh('plugin', 'new', 'news', '--name', '新闻', '--page', 'https://www.example.org/news', '--shape', 'list')).toMatchObject({ code: 0 })
  const [fixture, html, main] = [join(home, 'news/fixtures/first.yaml'), join(home, 'news/fixtures/page.html'), join(home, 'news/PLUGIN.md')]
  writeFileSync(fixture, `${readFileSync(fixture, 'utf8').replace('第一条', '另一条')}# ${page}\n`)
  // A student number is what --fix mends.
  writeFileSync(html, `${readFileSync(html, 'utf8')}<!-- 2500012345 ${page} -->`)
  writeFileSync(main, `${readFileSync(main, 'utf8')}\n${page}\n`)
  const read = () => [fixture, html, main].map((file) => readFileSync(file, 'utf8'))
  const [texts, mode] = [read(), statSync(fixture).mode]
  const refused = async (...words: string[]) => JSON.parse((await onFullDisk(...words, '--json')).stdout) as unknown
  expect(await refused('plugin', 'test', 'news', '--update')).toMatchObject({ error: { code: 'FILE_UNWRITABLE' } })
  expect(await refused('plugin', 'lint', 'news', '--fix')).toMatchObject({ error: { code: 'FILE_UNWRITABLE' } })
  expect(await refused('plugin', 'pack', 'news')).toMatchObject({ error: { code: 'FILE_UNWRITABLE' } })
  expect(read().map((text, at) => text === texts[at])).toEqual([true, true, true])
  expect([readdirSync(join(home, 'news/fixtures')).toSorted(), readdirSync(join(home, 'news')).toSorted(), readdirSync(home)]).toEqual([['first.yaml', 'page.html'], ['PLUGIN.md', 'fixtures'], ['news']])
  expect(await pkuh('plugin', 'test', 'news', '--update')).toMatchObject({ code: 0 })
  expect([readFileSync(fixture, 'utf8').includes('第一条'), statSync(fixture).mode]).toEqual([true, mode])
  expect(await pkuh('plugin', 'lint', 'news', '--fix')).toMatchObject({ code: 0 })
  expect(readFileSync(html, 'utf8')).not.toContain('2500012345')
  expect(await pkuh('plugin', 'pack', 'news')).toMatchObject({ code: 0 })
})

it.each(['first', 'page'])('nothing is asked of a site where the recording could not be kept: fixtures/%s is there', async (name) => {
  const { home, pkuh } = author()
  expect(await pkuh('plugin', 'new', 'news', '--name', '新闻', '--page', 'https://www.example.org/news', '--shape', 'list')).toMatchObject({ code: 0 })
  const { stdout } = await pkuh('plugin', 'record', 'news', 'list', '--name', name, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'FILE_EXISTS' } })
  // No daemon was started for it.
  expect(readdirSync(home)).toEqual(['news'])
})
