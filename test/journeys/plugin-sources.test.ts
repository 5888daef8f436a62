import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { simulatedGithub, textHost } from '../../fixtures/github/github.ts'
import { settleMs } from '../../src/terminal/cli/card-keys.ts'
import { folder, keepingTool, written, writingTool } from '../plugins/market/documents.ts'
import { codeOf, openStage, type Stage, until } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

const link = 'https://github.com/someone/plugins/tree/HEAD/reader'

/** A plugin's folder on the student's own disk. */
function ownFolder({ home }: Stage, text = written(), name = 'reader'): string {
  const path = join(home, name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'PLUGIN.md'), text)
  return path
}

describe('a script', () => {
  it('installs nothing but what an imported file names by its content, from this disk', async () => {
    await using stage = await openStage()
    const path = ownFolder(stage)
    await stage.pkuh(['daemon', 'start'])
    expect((await stage.json(['plugin', 'install', path])).doc).toMatchObject({ ok: false, error: { code: 'MARKET_REVIEW_NEEDED', exit: 20 } })
    expect((await stage.json(['plugin', 'install', link])).doc).toMatchObject({ ok: false, error: { code: 'MARKET_REVIEW_NEEDED' } })
    const person = await stage.person()
    const { sheet } = await person.request('plugins.open', { source: { path } })
    const allow = { tool: 'reader.seen', uses: 5, expires: '2100-01-01T00:00:00Z' }
    const consents = [{ plugin: 'reader', destination: 'campus:dean' }]
    expect(await codeOf(person.request('grants.import', { text: JSON.stringify({ version: 1, allow: [allow], consents }) }))).toBe('ALLOW_FILE_INVALID')
    expect(await person.request('grants.import', { text: JSON.stringify({ version: 1, allow: [{ ...allow, contentHash: sheet?.contentHash }], consents }) })).toMatchObject({ missing: ['reader.seen'], consents: ['reader campus:dean'] })
    ownFolder(stage, written({ instructions: 'One word more.' }))
    expect((await stage.json(['plugin', 'install', path])).doc).toMatchObject({ ok: false, error: { code: 'MARKET_REVIEW_NEEDED' } })
    ownFolder(stage)
    expect((await stage.json(['plugin', 'install', path])).doc).toMatchObject({ ok: true, data: { plugin: 'reader', contentHash: sheet?.contentHash, state: 'ready' } })
    expect((await stage.json(['call', 'reader.seen'])).doc).toMatchObject({ ok: true })
    expect((await stage.json(['plugin', 'remove', 'reader'])).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN' } })
    person.close()
  })

  it('in the simulated profile a file that is named on the line is enough', async () => {
    await using stage = await openStage()
    const path = ownFolder(stage)
    const person = await stage.pkuh(['daemon', 'start']).then(() => stage.person())
    const { sheet } = await person.request('plugins.open', { source: { path } })
    person.close()
    const file = join(stage.home, 'allow.json')
    writeFileSync(file, JSON.stringify({ version: 1, allow: [{ tool: 'reader.seen', uses: 1, expires: '2100-01-01T00:00:00Z', contentHash: sheet?.contentHash }] }))
    expect((await stage.json(['--allow-file', file, 'plugin', 'install', path])).doc).toMatchObject({ ok: true })
  })
})

it('a marketplace leads to a sheet and widens nothing; what it links to must be what it hashed', async () => {
  const github = simulatedGithub()
  github.push('someone/plugins', folder('reader', written()))
  const texts = new Map<string, string>()
  await using stage = await openStage({ campus: { others: [...github.hosts, textHost('market.example.org', texts)] } })
  await stage.pkuh(['daemon', 'start'])
  const person = await stage.person()
  const { sheet } = await person.request('plugins.open', { source: { link } })
  const words = { zh: '读一页', en: 'Reads one page' }
  const entry = { id: 'reader', form: 'document', link, hash: sheet?.contentHash, publisher: 'Someone', verified: true, name: words, summary: words }
  const serve = (value: unknown): void => { texts.set('/index.json', JSON.stringify(value)) }
  const add = () => person.request('market.add', { url: 'https://market.example.org/index.json' })
  for (const bad of [{ version: 1, plugins: [{ ...entry, trust: 'official' }] }, { version: 1, plugins: [entry, entry] }, { version: 1, plugins: [{ ...entry, link: 'http://x.example.org/' }] }, { version: 2, plugins: [] }, 'text']) {
    serve(bad)
    expect(await codeOf(add())).toBe('MARKET_INDEX')
  }
  serve({ version: 1, plugins: [entry] })
  expect(await add()).toMatchObject({ entries: 1 })
  expect((await person.request('market.search', { words: 'ONE page' })).plugins).toMatchObject([{ id: 'reader', publisher: 'Someone', verified: true, index: 'https://market.example.org/index.json', installed: false }])
  // Its own word for verified, and none of ours.
  const opened = await person.request('plugins.open', { source: { entry: 'reader' } })
  expect(opened.sheet).toMatchObject({ trust: 'community', verified: false, contentHash: entry.hash })
  github.push('someone/plugins', folder('reader', written({ version: '1.0.1' })))
  expect(await codeOf(person.request('plugins.open', { source: { entry: 'reader' } }))).toBe('MARKET_HASH')
  serve('broken')
  expect(await codeOf(add())).toBe('MARKET_INDEX')
  expect((await person.request('market.list', {})).indexes).toMatchObject([{ url: null, entries: 0 }, { entries: 1 }])
  await person.request('market.drop', { url: 'https://market.example.org/index.json' })
  expect(await codeOf(person.request('market.show', { plugin: 'reader' }))).toBe('MARKET_ENTRY_UNKNOWN')
  person.close()
})

it('a folder on this disk is looked at when it is saved, by the same rule as any link', async () => {
  await using stage = await openStage()
  const path = ownFolder(stage, written({ result: '2048' }))
  await stage.pkuh(['daemon', 'start'])
  const person = await stage.person()
  const { sheet } = await person.request('plugins.open', { source: { path } })
  await person.request('plugins.install', { plugin: 'reader', digest: sheet?.digest ?? '' })
  const shown = () => person.request('plugins.show', { plugin: 'reader' })
  ownFolder(stage, written({ version: '1.0.1', result: '1024' }))
  await until('the narrower version runs', async () => (await shown()).version === '1.0.1')
  ownFolder(stage, written({ version: '1.0.2', result: '4096' }))
  await until('the wider version waits', async () => (await shown()).waiting === '1.0.2')
  expect((await shown()).version).toBe('1.0.1')
  person.close()
})

it('the assistant’s tools install nothing: one notes a link, the other writes a draft and says what is wrong with it', async () => {
  const github = simulatedGithub()
  github.push('someone/plugins', folder('reader', written()))
  await using stage = await openStage({ campus: { others: github.hosts } })
  await stage.pkuh(['daemon', 'start'])
  const person = await stage.person()
  const call = (tool: string, args: Readonly<Record<string, string | Readonly<Record<string, string>>>>) => person.request('call', { tool, args })
  expect(await call('plugins.install', { link })).toMatchObject({ ok: true, data: { waiting: 1, next: 'pkuh plugin list' } })
  expect(await call('plugins.install', { link: 'https://evil.example.org/x?secret' })).toMatchObject({ ok: false, error: { code: 'TOOL_ARGS_REFUSED' } })
  expect(stage.campus.recorder.count({ host: 'api.github.com' })).toBe(0)
  expect((await person.request('plugins.list', {})).proposed).toMatchObject([{ link }])
  await person.request('plugins.open', { source: { link } })
  expect((await person.request('plugins.list', {})).proposed).toEqual([])
  const draft = await call('plugins.draft', { id: 'mine', files: { 'PLUGIN.md': written({ id: 'mine' }).replace('effect: read', 'effects: read') } })
  expect(draft).toMatchObject({ ok: true, data: { folder: join(stage.places.data, 'drafts/mine') } })
  expect(JSON.stringify(draft)).toContain('DOC_KEY_UNKNOWN')
  expect(readFileSync(join(stage.places.data, 'drafts/mine/PLUGIN.md'), 'utf8')).toContain('plugin: mine')
  for (const name of ['../x', '/etc/x', 'a/../../x', '.ssh', 'a\\b']) expect(await call('plugins.draft', { id: 'mine', files: { 'PLUGIN.md': 'x', [name]: 'x' } }), name).toMatchObject({ ok: false, error: { code: 'CALL_ARGS_INVALID' } })
  expect((await person.request('plugins.list', {})).plugins.map(({ id }) => id)).not.toContain('mine')
  person.close()
})

describe.skipIf(whyNoTerminal)('in a real terminal', () => {
  it('a person reads the sheet and types yes; anything else installs nothing', async () => {
    await using stage = await openStage()
    const path = ownFolder(stage)
    {
      using terminal = openTerminal(stage, ['plugin', 'install', path])
      await terminal.sees('同意就输入')
      terminal.type('y')
      terminal.press('Enter')
      expect(await terminal.sees('exit=21')).toContain('没有装上 reader')
    }
    {
      using terminal = openTerminal(stage, ['plugin', 'install', path])
      expect(await terminal.sees('同意就输入')).toContain('dean')
      terminal.type('yes')
      terminal.press('Enter')
      expect(await terminal.sees('exit=0')).toContain('已装上 reader 1.0.0')
    }
    using terminal = openTerminal(stage, ['plugin', 'remove', 'reader'])
    await terminal.sees('移除 reader')
    terminal.type('yes')
    terminal.press('Enter')
    // It stored nothing, so nothing is asked of it.
    const screen = await terminal.sees('exit=0')
    expect(screen).toContain('已移除 reader')
    expect(screen).not.toContain('数据也删除吗')
  })

  it('a shortcut that writes is approved at the terminal where it was typed, and by no script', async () => {
    await using stage = await openStage()
    const path = ownFolder(stage, written({ tools: writingTool }).replace('tools:\n', 'shortcuts: [ { title: { zh: 记下, en: Note }, tool: note, args: { text: 甲 } } ]\ntools:\n'))
    await stage.pkuh(['daemon', 'start'])
    const person = await stage.person()
    const { sheet } = await person.request('plugins.open', { source: { path } })
    await person.request('plugins.install', { plugin: 'reader', digest: sheet?.digest ?? '' })
    person.close()
    expect((await stage.json(['plugin', 'shortcut', 'reader', '1'])).doc).toMatchObject({ ok: false, error: { code: 'APPROVAL_UNAVAILABLE' } })
    using terminal = openTerminal(stage, ['plugin', 'shortcut', 'reader', '记下'])
    expect(await terminal.sees('> ')).toContain('reader.note')
    await sleep(settleMs + 100)
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('exit=0')
  })

  it('what a removed plugin stored is asked about', async () => {
    await using stage = await openStage()
    const path = ownFolder(stage, written({ tools: keepingTool }))
    await stage.pkuh(['daemon', 'start'])
    const person = await stage.person()
    const { sheet } = await person.request('plugins.open', { source: { path } })
    await person.request('plugins.install', { plugin: 'reader', digest: sheet?.digest ?? '' })
    expect((await stage.json(['call', 'reader.seen'])).doc).toMatchObject({ ok: true })
    using terminal = openTerminal(stage, ['plugin', 'remove', 'reader'])
    await terminal.sees('移除 reader')
    terminal.type('yes')
    terminal.press('Enter')
    await terminal.sees('数据也删除吗')
    terminal.press('Enter')
    await terminal.sees('exit=0')
    expect((await person.request('plugins.open', { source: { path } })).sheet).not.toBeNull()
    person.close()
  })
})
