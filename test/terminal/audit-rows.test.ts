import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { say } from '../../src/rules/words/say.ts'
import { auditRows } from '../../src/terminal/cli/audit-rows.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { when } from '../../src/terminal/cli/when.ts'

const before = process.env['TZ']
beforeEach(() => { process.env['TZ'] = 'Asia/Shanghai' })
afterEach(() => { if (before === undefined) delete process.env['TZ']; else process.env['TZ'] = before })

const at = Date.UTC(2026, 8, 1, 0, 5)
const io = (lang: 'zh' | 'en') => ({ say: (words: { zh: string; en: string }, params?: Readonly<Record<string, string | number>>) => say(words, lang, params), globals: { profile: 'sim', lang, json: false, quiet: false, color: undefined, timeout: undefined, allowFile: undefined } as const })
const row = (seq: number, kind: string, detail: Record<string, string | boolean | null | string[]>, callId?: string) => ({ seq, at, kind, callId, plugin: callId === undefined ? undefined : 'treehole', detail, hash: '' })

describe('the audit chain for people', () => {
  const id = '0a1b2c3d-0000-4000-8000-000000000000'
  const begun = [
    row(1, 'call.resolved', { tool: 'treehole.post', principal: 'agent' }, id),
    row(2, 'call.decided', { decision: 'ask', reasons: ['R5 effectAsks', 'R6 tainted', 'R5 irreversible'] }, id),
  ]
  it.each([
    ['a call that was done', [...begun, row(3, 'outcome', { ok: true, code: null }, id)], /^0a1b2c3d +2026-09-01 08:05 +treehole\.post +the assistant +R5 R6 +done$/],
    ['a call that was refused', [...begun, row(3, 'outcome', { ok: false, code: 'APPROVAL_DENIED' }, id)], /^0a1b2c3d .*R5 R6 +not done \(APPROVAL_DENIED\)$/],
    ['a call of which nothing was kept before its end', [row(1, 'outcome', { tool: 'notices.list', principal: 'agent', decision: 'allow', reasons: ['R5 effectAllowed'], ok: true, code: null }, id)], /^0a1b2c3d +2026-09-01 08:05 +notices\.list +the assistant +R5 +done$/],
    ['an effect whose end nobody saw', [...begun, row(3, 'outcome', { tool: 'treehole.post', outcome: 'unknown' }, id)], /^0a1b2c3d .*outcome unknown$/],
    ['a call that has not ended', begun, /^0a1b2c3d .*no end yet$/],
    ['a request of no call', [row(1, 'request.sent', { to: 'campus:iaaa', method: 'GET', host: 'iaaa.pku.edu.cn', path: '/' })], /^- +2026-09-01 08:05 +request sent campus:iaaa +- +- +-$/],
    ['an act that is no call', [row(1, 'sign-in', { step: 'ended', service: 'portal', by: 'person', outcome: 'bad-credentials' })], /^- +2026-09-01 08:05 +sign-in ended portal +you +- +not done \(bad-credentials\)$/],
    ['an act of a connection', [row(1, 'plugin.changed', { enabled: false, by: id })], /^- +2026-09-01 08:05 +plugin changed switched off +connection 0a1b2c3d +- +-$/],
    ['an act of a connection whose id is not for this one', [row(1, 'setting', { setting: 'account', account: '2500000001', by: '[withheld]' })], /^- +2026-09-01 08:05 +setting current account 2500000001 +another connection +- +-$/],
    ['a place that is agreed to', [row(1, 'consent', { accepted: ['treehole campus:treehole'], by: 'sim' })], /^- +2026-09-01 08:05 +consent +the sim profile +- +-$/],
    ['a place that is taken back', [row(1, 'consent', { revoked: ['treehole campus:treehole'], by: 'script' })], /^- +2026-09-01 08:05 +consent taken back +a script +- +-$/],
    ['a name that an account happens to have', [row(1, 'sign-out', { account: 'lock' })], /^- +2026-09-01 08:05 +sign-out lock +- +- +-$/],
  ])('%s is one row', (_, rows, line) => {
    const shown = auditRows(rows, io('en')).map(textOf)
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatch(/^Id +When +What +Who +Rules +How it ended$/)
    expect(shown[1]).toMatch(line)
    expect(auditRows(rows, io('zh')).map(textOf)[0]).toMatch(/^编号 +时间 +做了什么 +谁 +规则 +结果$/)
  })
})

it.each([['Asia/Shanghai', '2026-09-01 08:05'], ['UTC', '2026-09-01 00:05 UTC+00:00'], ['America/St_Johns', '2026-08-31 21:35 UTC-02:30']])('a moment in %s reads %s', (zone, text) => {
  process.env['TZ'] = zone
  expect(when(at)).toBe(text)
})

it('what the host writes by its own names is in the words of the person, and no name of the code is left in a Chinese row', () => {
  const details = [
    { event: 'start' }, { event: 'stop' }, { step: 'attempted', by: 'person' }, { step: 'session-renewed', by: 'host' }, { setting: 'otp-seed' }, { secret: 'password', purpose: 'sign-in' }, { setting: 'lock', locked: true },
    { enabled: true, by: 'folder' }, { event: 'waits', by: 'daily' }, { event: 'installed', by: '[withheld]' }, { event: 'rotated' }, { setting: 'effects' }, { secret: 'session', purpose: 'go on with the session of portal' },
  ]
  for (const detail of details) {
    const [, line = ''] = auditRows([row(1, 'setting', detail)], io('zh')).map(textOf)
    expect(line, JSON.stringify(detail)).not.toMatch(/[a-z=[\]]{2,}/)
  }
})
