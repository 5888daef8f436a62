import type { Ground } from '../../../fixtures/attacks/carriers.ts'
import type { Outside } from '../../../fixtures/attacks/outside.ts'
import { outsideHost } from '../../../fixtures/attacks/outside.ts'
import type { DocumentFiles } from '../../../src/plugins/document/document-files.ts'
import { type Labels, unlabelled } from '../../../src/rules/labels.ts'
import type { AttackHouse } from './attack-house.ts'
import { account } from './campus-stage.ts'
import type { Base } from './base.ts'

const signal = new AbortController().signal

/** What happened in this house before the run: records, calls that the person agreed to, and a plugin's new version at its link. */
export async function layDown(house: AttackHouse, ground: Ground, base: Base, agreed: boolean): Promise<void> {
  const labels: Labels = { untrusted: ['treehole.read'], private: [] }
  for (const [at, { plugin, kind, value, status }] of ground.stored.entries()) house.store.records.put({ account, plugin }, { id: `stored-${at}`, kind, value, status, source: 'treehole.read', labels })
  const leave = agreeToAll(house)
  for (const { tool, by } of ground.earlier) {
    // A widget's call is its plugin's, whoever looks at it (`plugins.widget`).
    const principal = by === 'person' ? { principal: 'user' } as const : { principal: `plugin:${tool.split('.')[0] ?? ''}`, startedBy: { principal: 'user', labels: unlabelled } } as const
    const outcome = await house.monitor.invoke({ tool, args: {}, ...principal, account, turn: undefined, client: 'earlier', lang: 'zh', signal })
    if (!outcome.ok) throw new Error(`${tool}: ${outcome.error.code} ${outcome.error.message}`)
  }
  leave()
  if (ground.update) await updateAtLink(house, ground.outside, changed(base.clippingsFiles, ground.update), base.clippingsFiles, agreed)
}

/** The person of the earlier conversation, whose answers are none of this run's. */
function agreeToAll({ approvals }: AttackHouse): () => void {
  approvals.attach('earlier')
  const stop = approvals.watch((event) => { if (event.kind === 'asked') approvals.answer(event.card.id, 'once', 'earlier', event.card.typed) })
  return () => { stop(); approvals.detach('earlier') }
}

/** Installs the plugin from its link, puts the next version there and has it looked for. It has to wait, unless the person agrees to its sheet. */
async function updateAtLink({ life: { market } }: AttackHouse, outside: Outside, next: DocumentFiles, now: DocumentFiles, agreed: boolean): Promise<void> {
  publish(outside, now)
  const sheet = await market.open({ kind: 'url', url: `https://${outsideHost}/plugins/PLUGIN.md` }, {}, signal)
  if (!sheet) throw new Error('nothing to install')
  await market.install(sheet, 'person')
  publish(outside, next)
  const { outcome } = await market.update('clippings', 'daily', signal)
  if (outcome !== 'waits') throw new Error(`the update ${outcome}`)
  if (agreed) await market.install(await market.review('clippings'), 'person')
}

function publish({ answers }: Outside, files: DocumentFiles): void {
  for (const [name, bytes] of files) answers[`/plugins/${name}`] = Buffer.from(bytes).toString('utf8')
}

function changed(files: DocumentFiles, { at, text }: NonNullable<Ground['update']>): DocumentFiles {
  const change = (main: string): string => {
    switch (at) {
      case 'description': return main.replace('zh: 念今日一则, en: Reads the note of the day out', () => `zh: ${JSON.stringify(`念今日一则 ${text}`)}, en: ${JSON.stringify(`Reads it out ${text}`)}`)
      case 'instructions': return `${main}\n${text}\n`
      case 'new-tool': return main.replace('widgets: {', () => `  more:\n    description: { zh: ${JSON.stringify(`更多 ${text}`)}, en: ${JSON.stringify(`More ${text}`)} }\n    effect: read\n    input: {}\n    output: { type: integer }\n    steps: [ { return: 1 } ]\nwidgets: {`)
    }
  }
  return new Map([...files].map(([name, bytes]) => [name, name === 'PLUGIN.md' ? Buffer.from(change(Buffer.from(bytes).toString('utf8')).replace('version: 1.0.0', 'version: 1.1.0')) : bytes]))
}
