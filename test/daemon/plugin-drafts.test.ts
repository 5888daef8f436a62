import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pluginsPlugin } from '../../plugins/bundled/plugins/index.ts'
import { openProposals } from '../../src/daemon/plugin-proposals.ts'
import { adaptBundled } from '../../src/plugins/bundled/adapt-bundled.ts'
import { makeWorld } from '../monitor/world/world.ts'
import { written } from '../plugins/market/documents.ts'
import { realCampus } from '../plugins/scene/scene.ts'

function seat() {
  const place = mkdtempSync(join(tmpdir(), 'pkuh-drafts-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const drafts = join(place, 'drafts')
  const world = makeWorld({ plugins: [] })
  onTestFinished(() => world[Symbol.dispose]())
  const { host } = openProposals({ settings: world.store.settings, clock: world.clock, drafts })
  world.registry.register(adaptBundled(pluginsPlugin(host), { campus: realCampus }))
  const draft = (files: Readonly<Record<string, string>>) => world.call('plugins.draft', { id: 'mine', files }, { principal: 'user' })
  const read = (name: string): string => readFileSync(join(drafts, name), 'utf8')
  return { drafts, folder: join(drafts, 'mine'), draft, read, main: (version: string) => ({ 'PLUGIN.md': written({ id: 'mine', version }) }) }
}

it('a draft takes the place of the assistant’s earlier one, and of nothing that the person changed', async () => {
  const { drafts, folder, draft, read, main } = seat()
  expect(await draft({ ...main('1.0.0'), 'tools/old.yaml': 'a: 1' })).toMatchObject({ ok: true, data: { folder } })
  expect(await draft(main('1.0.1'))).toMatchObject({ ok: true, data: { folder } })
  expect([readdirSync(drafts), existsSync(join(folder, 'tools'))]).toEqual([['mine'], false])

  writeFileSync(join(folder, 'PLUGIN.md'), 'what the person wrote')
  expect(await draft(main('1.0.2'))).toMatchObject({ ok: true, data: { folder, kept: `${folder}.kept-1` } })
  expect([read('mine.kept-1/PLUGIN.md'), read('mine/PLUGIN.md').includes('1.0.2')]).toEqual(['what the person wrote', true])

  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '.git', 'HEAD'), 'the person’s')
  expect(await draft(main('1.0.3'))).toMatchObject({ ok: true, data: { kept: `${folder}.kept-2` } })
  expect(read('mine.kept-2/.git/HEAD')).toBe('the person’s')

  expect((await draft(main('1.0.4')))).toMatchObject({ ok: true, data: { folder } })
  expect(readdirSync(drafts).toSorted()).toEqual(['mine', 'mine.kept-1', 'mine.kept-2'])
})

it('a draft that cannot be written leaves the earlier one as it is', async () => {
  const { drafts, draft, read, main } = seat()
  await draft(main('1.0.0'))
  expect(await draft({ ...main('1.0.1'), a: 'x', 'a/b': 'y' })).toMatchObject({ ok: false, error: { code: 'TOOL_ARGS_REFUSED' } })
  expect([readdirSync(drafts), read('mine/PLUGIN.md').includes('1.0.0')]).toEqual([['mine'], true])
})
