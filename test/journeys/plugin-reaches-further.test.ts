import { expect, it } from 'vitest'
import { textHost } from '../../fixtures/github/github.ts'
import { written } from '../plugins/market/documents.ts'
import { openLife } from './plugin-life.ts'

it('bug-log 86, 88: a version that reaches another service and another host waits: what runs, what was granted and who is asked stay as they were agreed to', async () => {
  const host = 'more.example.org'
  await using life = await openLife({ result: '16384' }, [textHost(host, new Map([['/x', 'there']]))])
  const { person } = life
  const { contentHash } = await life.install()
  const file = JSON.stringify({ version: 1, allow: [{ tool: 'reader.seen', uses: 9, expires: '2100-01-01T00:00:00Z', contentHash }] })
  await person.request('grants.import', { text: file })
  await person.request('effects.set', { effect: 'read', choice: 'ask', plugin: 'reader' })
  const stands = async () => (await person.request('grants.list', {})).grants.map(({ state }) => state)
  const byGrant = async (tool: string) => { const outcome = await person.request('call', { tool: `reader.${tool}`, args: {}, allowFile: file }); return outcome.ok ? 'runs' : outcome.error.code }
  const asked = () => life.stage.campus.recorder.count({ host })
  const reached = async () => { const { scopes, websites } = await person.request('plugins.show', { plugin: 'reader' }); return [scopes, websites] }
  const before = await reached()

  const [, seenTool = ''] = /^tools:\n([^]*?)\n---/m.exec(written({ result: '16384' })) ?? []
  const more = `  more:
    description: { zh: 再读一页, en: Reads another page }
    effect: read
    output: { type: object, properties: { status: { type: number } }, required: [status] }
    steps:
      - request: { url: "https://${host}/x" }
        as: page
      - return: { status: "\${{ page.status }}" }`
  life.push({ version: '2.0.0', reach: `scopes: [dean, portal]\nwebsites: [${host}]`, tools: `${seenTool}\n${more}` })
  const { outcomes: [got] } = await person.request('plugins.update', { plugin: 'reader' })
  expect(got).toMatchObject({ outcome: 'waits', version: '2.0.0' })
  expect(got?.changes.filter(({ weight }) => weight === 'widens').map(({ at }) => at)).toEqual(expect.arrayContaining(['services', 'websites', 'tools.more']))
  expect([await life.hash(), await reached(), await stands()]).toEqual([contentHash, before, ['stands']])
  // The one that was agreed to runs on, by the grant that it has; of the other nothing is there to be called.
  expect([await byGrant('seen'), await byGrant('more'), asked()]).toEqual(['runs', 'PLUGIN_TOOL_UNKNOWN', 0])

  const { sheet } = await person.request('plugins.review', { plugin: 'reader' })
  await person.request('plugins.install', { plugin: 'reader', digest: sheet.digest })
  expect([await life.hash(), await stands(), await byGrant('seen')]).toEqual([sheet.contentHash, ['changed'], 'APPROVAL_UNAVAILABLE'])
  await person.request('effects.set', { effect: 'read', choice: 'allow', plugin: 'reader' })
  expect([await life.call('reader.more'), asked()]).toEqual(['runs', 1])
})
