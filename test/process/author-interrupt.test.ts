import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

const document = `---
plugin: slow
version: 1.0.0
name: { zh: 慢, en: Slow }
summary: { zh: 慢, en: Slow }
websites: [www.example.org]
tools:
  t:
    description: { zh: 慢, en: Slow }
    effect: read
    untrusted: true
    output: { type: string }
    steps:
      - request: { url: 'https://www.example.org/' }
        as: p
      - extract: { from: p.html, select: 'div:has(b) ~ div:has(i) ~ div:has(u)', many: true }
        as: q
      - return: x
---
Slow.
`
const recording = `tool: t
at: 2026-12-01T00:00:00+08:00
exchanges:
  - request: { url: 'https://www.example.org/' }
    response: { body: p.html, type: text/html }
expect: { result: x }
`

it.skipIf(process.platform === 'win32')('Ctrl-C ends a test whose selector takes minutes on its page', async () => {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-author-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  mkdirSync(join(home, 'slow/fixtures'), { recursive: true })
  for (const [name, text] of [['PLUGIN.md', document], ['fixtures/a.yaml', recording], ['fixtures/p.html', '<div></div>'.repeat(45_000)]] as const) writeFileSync(join(home, 'slow', name), text)
  const child = spawn(process.execPath, [resolve('bin/pkuh.js'), 'plugin', 'test', 'slow'], { cwd: home, env: { HOME: home, PATH: process.env['PATH'] ?? '', LANG: 'en_US.UTF-8' }, stdio: 'ignore' })
  onTestFinished(() => { child.kill('SIGKILL') })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  await sleep(4_000)
  child.kill('SIGINT')
  expect(await Promise.race([ended, sleep(12_000).then(() => 'still runs')])).toBe(130)
})
