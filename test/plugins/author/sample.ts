import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { openReplayer, type Replayer } from '../../../src/plugins/author/replay.ts'
import { readFixtures, type Fixture } from '../../../src/plugins/author/fixture.ts'
import { filesOf } from '../scene/documents.ts'

export type Files = Parameters<typeof loadDocument>[0]

/** A plugin over an invented notice page; `extract` is what stands in the step. */
export const samplePlugin = (extract: string, more = ''): string => `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
scopes: [dean]
tools:
  list:
    description: { zh: 通知, en: Notices }
    effect: read
    untrusted: true
    input: { page: { type: integer, minimum: 1, default: 1 } }
    output:
      type: array
      items:
        type: object
        properties: { title: { type: string, maxLength: 100 }, date: { type: string, format: date } }
    steps:
      - request: { service: dean, path: /web/notice.php, query: { page: "\${{ input.page }}" } }
        as: page
      - extract: ${extract}
        as: rows
${more}      - return: "\${{ rows }}"
---
Sample.
`
export const strict = `{ from: page.html, select: .item, many: true, required: true, fields: { title: { select: a, required: true }, date: { select: span, required: true } } }`
export const loose = `{ from: page.html, select: .item, many: true, fields: { title: { select: a }, date: { select: span } } }`

export const page = `<!DOCTYPE html><html><body><div class="item"><a href="n.php?id=1">甲</a><span>2026-03-01</span></div><div class="item"><a href="n.php?id=2">乙</a><span>2026-03-02</span></div></body></html>`

export const fixtureText = (more = '', rows = '[{ title: 甲, date: "2026-03-01" }, { title: 乙, date: "2026-03-02" }]'): string => `tool: list
args: { page: 1 }
at: 2026-03-03T10:00:00+08:00
exchanges:
  - request: { service: dean, path: /web/notice.php, query: { page: 1 } }
    response: { body: list.html, type: text/html }
${more}expect:
  result: ${rows}
`

export const sampleFiles = (plugin: string, fixture = fixtureText(), html = page): Files =>
  filesOf({ 'PLUGIN.md': plugin, 'fixtures/first.yaml': fixture, 'fixtures/list.html': html })

export function opened(files: Files): { readonly replayer: Replayer; readonly fixture: Fixture } {
  const [fixture] = readFixtures(files)
  if (!fixture) throw new Error('no fixture')
  return { replayer: openReplayer(files, { trust: 'community' }), fixture }
}
