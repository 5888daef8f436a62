import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { logSignIn, loggedMonitor } from '../../src/daemon/log-failures.ts'
import { openLog } from '../../src/daemon/start/open-log.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeWorld } from '../monitor/world/world.ts'

it('the log moves aside while it is written, keeps one old one and loses no line between them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-log-'))
  try {
    const path = join(folder, 'daemon.log')
    const log = openLog(path, (text) => text.replaceAll('s3cret', '[x]'), 2_000)
    for (let count = 1; count <= 60; count++) log.info({ event: 'line', count, note: 's3cret' })
    const lines = [`${path}.1`, path].flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')).map((line) => (JSON.parse(line) as { count: number }).count)
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, at) => 60 - lines.length + 1 + at))
    expect(lines.length).toBeLessThan(60)
    for (const file of [path, `${path}.1`]) {
      expect(statSync(file).size).toBeLessThan(2_500)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readFileSync(file, 'utf8')).not.toContain('s3cret')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('a call that failed and a sign-in that failed leave a line with code and id, and no value; what went well leaves none', async () => {
  const lines: unknown[] = []
  const log = { warn: (line: unknown) => { lines.push(line) } }
  using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async () => { throw new Error('a value') } })])] })
  const monitor = loggedMonitor({ invoke: () => world.call('probe.look', {}) }, log)
  const outcome = await monitor.invoke({ tool: 'probe.look', args: { text: 'private' }, principal: 'script', account: undefined, turn: undefined, client: 'c', lang: 'zh', signal: new AbortController().signal })
  expect(outcome.ok).toBe(false)
  logSignIn(log, { kind: 'sign-in-ended', account: '2500000001', service: 'portal', by: 'person', outcome: 'bad-credentials' })
  logSignIn(log, { kind: 'sign-in-ended', account: '2500000001', service: 'portal', by: 'person', outcome: 'ok' })
  expect(lines).toEqual([
    { event: 'call-failed', code: expect.any(String), call: outcome.callId, tool: expect.any(String), by: 'script' },
    { event: 'sign-in-failed', service: 'portal', outcome: 'bad-credentials', by: 'person' },
  ])
})
