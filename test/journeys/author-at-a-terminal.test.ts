import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** A plugin of the stage's author over the office's notices, under a name that nothing installed has. */
async function notices(stage: Stage): Promise<string> {
  const ran = await stage.pkuh(['plugin', 'new', 'office', '--name', '教务', '--page', 'https://dean.pku.edu.cn/web/notice.php?page=1', '--shape', 'list'])
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  const file = join(stage.home, 'office', 'PLUGIN.md')
  writeFileSync(file, readFileSync(file, 'utf8').replace('".news li"', '.notice_item').replace('{ select: .date, match', '{ select: span, match'))
  return join(stage.home, 'office')
}

describe.skipIf(whyNoTerminal !== undefined)('an author at a terminal', () => {
  it('is asked what the line does not say, and gets a plugin that works', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['plugin', 'new'])
    await terminal.sees('插件 id')
    terminal.type('Canteen Menu')
    terminal.press('Enter')
    await terminal.sees('2 到 32 个\n插件 id')
    terminal.type('canteen-menu')
    terminal.press('Enter')
    await terminal.sees('中文名')
    terminal.type('食堂菜单')
    terminal.press('Enter')
    await terminal.sees('英文名')
    terminal.press('Enter')
    await terminal.sees('网页地址')
    terminal.type('http://www.example.org/menu')
    terminal.press('Enter')
    await terminal.sees('服务\n要读的网页地址')
    terminal.type('https://www.example.org/menu')
    terminal.press('Enter')
    await terminal.sees('列表、表格，还是 JSON')
    terminal.type('其他')
    terminal.press('Enter')
    terminal.type('表格')
    terminal.press('Enter')
    await terminal.sees('exit=0')
    expect(readFileSync(join(stage.home, 'canteen-menu', 'PLUGIN.md'), 'utf8')).toContain('name: { zh: "食堂菜单", en: "canteen-menu" }')
    expect((await stage.pkuh(['plugin', 'test', 'canteen-menu', '--mutate'])).code).toBe(0)
  })

  it('Ctrl-C at a question leaves nothing', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['plugin', 'new', 'half'])
    await terminal.sees('中文名')
    terminal.press('C-c')
    await terminal.sees('exit=130')
    expect(existsSync(join(stage.home, 'half'))).toBe(false)
  })

  it('runs a folder’s tool through the monitor, sees where it goes and each step; nothing of it stays', async () => {
    await using stage = await openStage()
    await notices(stage)
    using terminal = openTerminal(stage, ['plugin', 'run', 'office', 'list', '--trace'])
    const screen = await terminal.sees('exit=0')
    const [first] = stage.campus.data.notices
    for (const part of ['校内服务 dean', 'GET dean /web/notice.php?page=1 → 200', '.notice_item 匹配 15 个', '剩余燃料', first?.title ?? '?']) expect(screen).toContain(part)
    expect((await stage.json(['plugin', 'show', 'office'])).doc).toMatchObject({ ok: false, error: { code: 'PLUGIN_UNKNOWN' } })
    expect((await stage.json(['call', 'office.list'])).doc).toMatchObject({ ok: false, error: { code: 'PLUGIN_TOOL_UNKNOWN' } })
    const consents = (await stage.json(['consents', 'list'])).ran.stdout
    expect(consents).not.toContain('office')
    const audit = (await stage.pkuh(['audit', 'show', '--json'])).stdout
    expect(audit).toContain('"trust":"community"')
  })

  it('records what came back, tests it offline, and never writes over a recording', async () => {
    await using stage = await openStage()
    const folder = await notices(stage)
    for (const name of ['list', 'list-2']) {
      using terminal = openTerminal(stage, ['plugin', 'record', 'office', 'list'])
      await terminal.sees('exit=0')
      expect(readdirSync(join(folder, 'fixtures'))).toEqual(expect.arrayContaining([`${name}.yaml`, `${name}.html`]))
    }
    const recorded = readFileSync(join(folder, 'fixtures', 'list.yaml'), 'utf8')
    expect(recorded).toMatch(/^tool: list\nat: 20\d\d-\d\d-\d\dT[\d:]{8}\+08:00\nexchanges:\n/)
    expect(recorded.toLowerCase()).not.toContain('cookie')
    await stage.pkuh(['daemon', 'stop'])
    const requests = stage.campus.recorder.count({ path: '/web/notice.php' })
    expect(await stage.json(['plugin', 'test', 'office'])).toMatchObject({ ran: { code: 11 }, doc: { data: { tests: [{ fixture: 'first', ok: false }, { fixture: 'list-2', ok: true }, { fixture: 'list', ok: true }] } } })
    expect(stage.campus.recorder.count({ path: '/web/notice.php' })).toBe(requests)
  })
})

it('a script runs no folder: nobody reviewed it', async () => {
  await using stage = await openStage()
  await notices(stage)
  for (const command of ['run', 'record']) {
    expect((await stage.json(['plugin', command, 'office', 'list'])).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN' } })
  }
  expect(stage.campus.recorder.count({ path: '/web/notice.php' })).toBe(0)
})

it('an installed plugin’s name is taken', async () => {
  await using stage = await openStage()
  const folder = await notices(stage)
  writeFileSync(join(folder, 'PLUGIN.md'), readFileSync(join(folder, 'PLUGIN.md'), 'utf8').replace('plugin: office', 'plugin: notices'))
  await stage.pkuh(['status'])
  const person = await stage.person()
  await expect(person.request('plugins.try', { path: folder, tool: 'list', args: {} })).rejects.toMatchObject({ fault: { code: 'AUTHOR_DEV_TAKEN' } })
  person.close()
})

it('a plugin over private data is recorded without a student’s number', async () => {
  await using stage = await openStage()
  await stage.login()
  const folder = await notices(stage)
  const text = readFileSync(join(folder, 'PLUGIN.md'), 'utf8')
  writeFileSync(join(folder, 'PLUGIN.md'), `${text.slice(0, text.indexOf('scopes:'))}scopes: [portal]
tools:
  list:
    description: { zh: 成绩, en: Grades }
    effect: read
    output: { type: string, maxLength: 200 }
    steps:
      - request: { service: portal, path: /publicQuery/ctrl/topic/myScore/retrScores.do }
        as: page
      - assert: { that: page.json.success == true }
      - return: "\${{ page.json.cjxx[0].list[0].bkcjbh }}"
---
`)
  const person = await stage.person()
  const { outcome, recording } = await person.request('plugins.try', { path: folder, tool: 'list', args: {}, shown: ['campus:portal'] })
  person.close()
  expect(outcome).toMatchObject({ ok: true, data: '25000000010000' })
  expect(JSON.stringify(recording)).toContain('"bkcjbh":"00000000010000"')
  expect(JSON.stringify(recording)).not.toContain('2500000001')
})

it('an answer with a stored secret in it is not recorded', async () => {
  await using stage = await openStage()
  await stage.login()
  const folder = await notices(stage)
  const [notice] = stage.campus.data.notices
  const password = stage.campus.data.accounts.find(({ id }) => id === '2500000001')?.password
  if (!notice || password === undefined) throw new Error('no notice')
  notice.title = `密码是 ${password}`
  const person = await stage.person()
  const tried = await person.request('plugins.try', { path: folder, tool: 'list', args: {}, shown: ['campus:dean'] })
  person.close()
  expect(tried).toMatchObject({ outcome: { ok: true }, recording: null, withheld: 'secret' })
  expect(JSON.stringify(tried)).not.toContain(password)
})

describe('a packed plugin', () => {
  it('is installed from its one file with the hash that pack told; a file that was changed is not', async () => {
    await using stage = await openStage()
    await notices(stage)
    const { doc } = await stage.json(['plugin', 'pack', 'office'])
    const packed = doc.ok ? doc.data as { readonly file: string; readonly contentHash: string } : undefined
    const path = join(stage.home, packed?.file ?? '')
    await stage.pkuh(['status'])
    const person = await stage.person()
    const { sheet } = await person.request('plugins.open', { source: { path } })
    if (!sheet) throw new Error('no sheet')
    expect(await person.request('plugins.install', { plugin: sheet.plugin, digest: sheet.digest })).toMatchObject({ plugin: 'office', contentHash: packed?.contentHash })
    const call = await stage.json(['call', 'office.list'])
    expect(call.doc).toMatchObject({ ok: true })
    const bytes = readFileSync(path)
    bytes[600] = 33
    bytes[156] = 50
    writeFileSync(path, bytes)
    await expect(person.request('plugins.open', { source: { path } })).rejects.toMatchObject({ fault: { code: 'AUTHOR_ARCHIVE' } })
    person.close()
  })
})
