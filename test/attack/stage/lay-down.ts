import type { Ground } from '../../../fixtures/attacks/carriers.ts'
import { outsideHost } from '../../../fixtures/attacks/outside.ts'
import { buttons, tappedPlugin } from '../../../fixtures/attacks/tapped.ts'
import { appliesByItself, nextOfficial, nextVersion } from '../../../fixtures/attacks/updates.ts'
import type { DocumentFiles } from '../../../src/plugins/document/document-files.ts'
import type { Labels } from '../../../src/rules/labels.ts'
import type { AttackHouse } from './attack-house.ts'
import { account } from './campus-stage.ts'
import type { Base } from './base.ts'
import { openWidget, tap } from './tap.ts'

const signal = new AbortController().signal

/** What happened in this house before the run: records, plugins that were installed from their link, what stands there now, and calls that the person agreed to. */
export async function layDown(house: AttackHouse, ground: Ground, base: Base, agreed: boolean): Promise<void> {
  const labels: Labels = { untrusted: ['treehole.read'], private: [] }
  for (const [at, { plugin, kind, value, status }] of ground.stored.entries()) house.store.records.put({ account, plugin }, { id: `stored-${at}`, kind, value, status, source: 'treehole.read', labels })
  const { update, official, shortcut, tapped } = ground
  if (official) {
    base.publishOfficial((main) => nextOfficial(main, official))
    await lookAt(house, 'canteen', 'applied')
  }
  if (update || shortcut) await install(house, ground, shortcut ? edited(base.clippingsFiles, (main) => withShortcut(main, shortcut)) : base.clippingsFiles)
  if (update) await updateAtLink(house, ground, 'clippings', edited(base.clippingsFiles, (main) => nextVersion(main, update)), appliesByItself(update) ? 'applied' : agreed)
  if (tapped) {
    const version = (which: 'before' | 'now'): DocumentFiles => new Map([['PLUGIN.md', Buffer.from(buttons(tapped.orders, tapped.title, which))]])
    await install(house, ground, version(tapped.next ? 'before' : 'now'))
    if (tapped.next) await updateAtLink(house, ground, tappedPlugin, version('now'), agreed)
  }
  const leave = agreeToAll(house)
  for (const { tool, by } of ground.earlier) {
    const [plugin = '', name = ''] = tool.split('.')
    const outcome = by === 'person' ? await house.monitor.invoke({ tool, args: {}, principal: 'user', account, turn: undefined, client: 'earlier', lang: 'zh', signal })
      : by === 'widget' ? await openWidget(house, plugin, name, 'interactive') : await tap(house, plugin, 1, 'interactive')
    if (!outcome?.ok) throw new Error(`${tool}: ${outcome?.error.code ?? 'nothing'} ${outcome?.error.message ?? ''}`)
  }
  leave()
}

/** The person of the earlier conversation, whose answers are none of this run's. */
function agreeToAll({ approvals }: AttackHouse): () => void {
  approvals.attach('earlier')
  const stop = approvals.watch((event) => { if (event.kind === 'asked') approvals.answer(event.card.id, 'once', 'earlier', event.card.typed) })
  return () => { stop(); approvals.detach('earlier') }
}

const link = `https://${outsideHost}/plugins/PLUGIN.md`

/** Fetched from its link, and the sheet agreed to. */
async function install(house: AttackHouse, ground: Ground, files: DocumentFiles): Promise<void> {
  publish(ground, files)
  const sheet = await house.life.market.open({ kind: 'url', url: link }, {}, signal)
  if (!sheet) throw new Error('nothing to install')
  await house.life.market.install(sheet, 'person')
}

/** Puts the next version at the link and has it looked for. It applies, or has to wait unless the person agrees to its sheet. */
async function updateAtLink(house: AttackHouse, ground: Ground, plugin: string, next: DocumentFiles, expected: 'applied' | boolean): Promise<void> {
  publish(ground, next)
  await lookAt(house, plugin, expected)
}

async function lookAt({ life: { market } }: AttackHouse, plugin: string, expected: 'applied' | boolean): Promise<void> {
  const { outcome, error } = await market.update(plugin, 'daily', signal)
  if (outcome !== (expected === 'applied' ? 'applied' : 'waits')) throw new Error(`the update ${outcome} ${error?.message ?? ''}`)
  if (expected === true) await market.install(await market.review(plugin), 'person')
}

function publish({ outside: { answers } }: Ground, files: DocumentFiles): void {
  for (const [name, bytes] of files) answers[`/plugins/${name}`] = Buffer.from(bytes).toString('utf8')
}

const edited = (files: DocumentFiles, change: (main: string) => string): DocumentFiles =>
  new Map([...files].map(([name, bytes]) => [name, name === 'PLUGIN.md' ? Buffer.from(change(Buffer.from(bytes).toString('utf8'))) : bytes]))

/** The document as its author could have published it at once. */
function withShortcut(main: string, { tool, line }: NonNullable<Ground['shortcut']>): string {
  const found = 'en: Note of the day }, tool: today }'
  if (!main.includes(found)) throw new Error(`clippings has no ${found}`)
  return main.replace(found, () => `en: Note of the day }, tool: ${tool}, args: { line: ${JSON.stringify(line)} } }`)
}
