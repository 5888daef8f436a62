import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../../src/daemon/start/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'pkuh-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const reading = (proxy: unknown) => { const path = join(folder, 'config.json'); writeFileSync(path, JSON.stringify({ proxy })); return () => readConfig(path) }

it('a proxy is set in the settings file alone, as a host and a port; one with a password in it does not let the daemon start', () => {
  expect(reading('http://127.0.0.1:7890')()).toEqual({ proxy: 'http://127.0.0.1:7890' })
  for (const proxy of ['http://u:p@127.0.0.1:7890', 'socks5://127.0.0.1:7890', '127.0.0.1:7890', '', 7890, null]) expect(reading(proxy)).toThrow('DAEMON_CONFIG')
})
