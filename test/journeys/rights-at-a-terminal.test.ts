import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settleMs } from '../../src/terminal/cli/card-keys.ts'
import { type Stage, openStage, until } from './stage.ts'
import { type Terminal, openTerminal, whyNoTerminal } from './terminal.ts'

/** What a person gives and takes back at a terminal: settings for effects, grants, answers that last. */

if (whyNoTerminal) console.warn(whyNoTerminal)

let opened = 0
/** One more terminal of the same stage, each on a server of its own. */
const terminalOf = (stage: Stage, words: readonly string[], lang?: string): Terminal => openTerminal(opened++ % 2 ? stage : { ...stage, home: stage.places.data }, words, lang)

async function run(stage: Stage, words: readonly string[], keys: readonly (readonly [sees: string, keys: string])[] = []): Promise<string> {
  using terminal = terminalOf(stage, words)
  for (const [sees, press] of keys) {
    await terminal.sees(sees)
    if (sees === '> ') await sleep(settleMs + 200)
    terminal.press(...press.split(' '))
  }
  return await terminal.sees('exit=')
}

describe.skipIf(whyNoTerminal)('at a terminal', () => {
  it('an allow is warned of and agreed to; a plain Enter changes nothing; show and reset say what holds', async () => {
    await using stage = await openStage()
    const refused = await run(stage, ['effects', 'set', 'money', 'allow'], [['(y/N)', 'Enter']])
    expect(refused).toContain('不问你就花你的钱')
    expect(refused).toContain('没有改动')
    expect(await run(stage, ['effects', 'show'])).toContain('你没有改过任何设置')
    expect(await run(stage, ['effects', 'set', 'public', 'allow', '--plugin', 'treehole'], [['(y/N)', 'y Enter']])).toContain('插件 treehole：公开 → 直接做')
    expect(await run(stage, ['effects', 'set', 'write', 'ask'])).toContain('所有插件：修改 → 先问')
    const shown = await run(stage, ['effects', 'show'])
    expect(shown).toMatch(/所有插件 +修改 +先问/)
    expect(shown).toMatch(/插件 treehole +公开 +直接做/)
    expect((await stage.json(['policy', 'explain', 'memory.save', '--text', 'a'])).doc).toMatchObject({ data: { outcome: 'ask', reasons: [{ rule: 'R5', code: 'settingAsks' }] } })
    expect(await run(stage, ['effects', 'reset', 'write'])).toContain('去掉了 1 个设置')
    const { ran, doc } = await stage.json(['effects', 'set', 'read', 'deny'])
    expect([ran.code, doc]).toMatchObject([22, { ok: false, error: { code: 'DAEMON_FORBIDDEN' } }])
  }, 120_000)

  it('an allow-file is shown before it is taken in; what it allows is in the list, and a fault is told by its line', async () => {
    await using stage = await openStage()
    const file = join(stage.home, 'allow.json')
    const entry = { tool: 'treehole.post', schema: { text: { type: 'string', maxLength: 20 } }, uses: 2, expires: '2099-01-01T00:00:00+08:00' }
    writeFileSync(file, JSON.stringify({ version: 1, allow: [entry], consents: [{ plugin: 'treehole', destination: 'campus:treehole' }] }, undefined, 2))
    const kept = await run(stage, ['grants', 'import', file], [['(y/N)', 'Enter']])
    expect(kept).toContain('treehole.post（text: {"type":"string","maxLength":20} 其余任意）最多 2 次')
    expect(kept).toContain('treehole → 校内服务 treehole')
    expect(kept).toContain('没有导入')
    expect(await run(stage, ['grants', 'list'])).toContain('（没有）')
    expect(await run(stage, ['grants', 'import', file], [['(y/N)', 'y Enter']])).toContain('已导入 1 条授权')
    const shown = await run(stage, ['grants', 'show', 'file:'])
    expect(shown).toMatch(/来历 +.*随授权文件导入/)
    expect(shown).toMatch(/用了几次 +用过 0 次，还剩 2 次/)
    const agreed = async (): Promise<unknown> => (await stage.json(['consents', 'list'])).doc
    const place = { plugin: 'treehole', destination: 'campus:treehole' }
    await run(stage, ['consents', 'revoke', 'treehole'])
    // A script that names the file agrees to nothing with it.
    await stage.json(['--allow-file', file, 'call', 'treehole.post', '--text', 'a'])
    expect(await agreed()).toMatchObject({ data: { consents: expect.arrayContaining([expect.objectContaining({ ...place, agreed: false })]) } })
    expect(await run(stage, ['grants', 'import', file], [['(y/N)', 'y Enter']])).toContain('treehole → 校内服务 treehole（你撤回过，导入就重新同意）')
    expect(await agreed()).toMatchObject({ data: { consents: expect.arrayContaining([expect.objectContaining({ ...place, agreed: true })]) } })
    writeFileSync(file, JSON.stringify({ version: 1, allow: [{ ...entry, uses: 0 }] }, undefined, 2))
    expect(await run(stage, ['grants', 'import', file])).toContain('授权文件第 12 行的 $.allow.0.uses 不对')
  }, 120_000)

  it('an answer for always can leave an argument open; the next call names its grant, and once revoked it is asked again', async () => {
    await using stage = await openStage()
    await stage.login()
    await run(stage, ['effects', 'set', 'write', 'ask', '--tool', 'memory.save'])
    const answered = await run(stage, ['call', 'memory.save', '--text', '喜欢理教'], [['> ', '1'], ['以后可以是任何值：text', 'a']])
    expect(answered).toContain('[1] text')
    expect(answered).toContain('已批准，以后都可以')
    const { doc } = await stage.json(['call', 'memory.save', '--text', '喜欢二教'])
    const [grant] = await (async () => { const { doc: list } = await stage.json(['grants', 'list']); return list.ok ? (list.data as { grants: { id: string; uses: number; grant: object }[] }).grants : [] })()
    expect(grant).toMatchObject({ uses: 1, grant: { tool: 'memory.save', args: { exact: {}, free: ['text'] } } })
    expect(doc).toMatchObject({ ok: true, call: { grant: grant?.id } })
    expect(await run(stage, ['call', 'memory.save', '--text', '喜欢三教'])).toContain(`授权 ${grant?.id ?? ''} 允许它`)
    await run(stage, ['grants', 'revoke', grant?.id.slice(0, 8) ?? ''])
    const { ran } = await stage.json(['call', 'memory.save', '--text', '喜欢四教'])
    expect(ran.code).toBe(20)
  }, 120_000)

  it('approvals watch --json tells each event as a line of it, and a person answers there', async () => {
    await using stage = await openStage()
    await stage.login()
    using terminal = terminalOf(stage, ['approvals', 'watch', '--json'])
    await terminal.sees('Ctrl-C')
    const person = await stage.person()
    const outcome = person.request('call', { tool: 'treehole.post', args: { text: '看着' } })
    await terminal.sees('"kind":"asked"')
    await terminal.sees('> ')
    await sleep(settleMs + 200)
    terminal.press('Enter')
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED', exit: 21 } })
    await until('it is told', () => terminal.screen().includes('"kind":"answered"'))
    expect(terminal.screen()).toContain('"answer":"deny"')
    terminal.press('C-c')
    expect(await terminal.sees('exit=130')).toContain('"code":"INTERRUPTED"')
    person.close()
  }, 120_000)
})
