import { expect, it } from 'vitest'
import type { DocumentFiles } from '../../../src/plugins/document/document-files.ts'
import { lintDocument } from '../../../src/plugins/author/lint/lint-document.ts'
import { filesOf } from '../scene/documents.ts'

/** A plugin that is clean, of three tools; each change puts one fault into it. */
const plugin = `---
plugin: sample
version: 1.0.0
name: { zh: 通知, en: Notices }
summary: { zh: 看通知, en: Reads notices }
scopes: [dean]
websites: [www.example.org]
settings:
  days: { type: integer, default: 7 }
widgets: { latest: latest.json, other: other.json }
shortcuts:
  - { title: { zh: 最近, en: Latest }, tool: list, args: { page: 1 } }
tools:
  list:
    description: { zh: 最近的通知, en: The latest notices }
    effect: read
    untrusted: true
    input: { page: { type: integer, minimum: 1 } }
    output:
      type: array
      items:
        type: object
        properties:
          title: { type: string, maxLength: 200 }
          date: { type: string, format: date }
    steps:
      - request: { service: dean, path: /web/notice.php, query: { page: "\${{ input.page }}" } }
        as: page
      - extract:
          from: page.html
          select: "table.list tr.row"
          many: true
          required: true
          fields: { title: { select: a.title, required: true }, date: { select: td.date, match: "[0-9-]{10}", required: true } }
        as: rows
      - each:
          in: rows
          as: row
          keep: "row.date >= addDays(today(), 0 - settings.days)"
          yield: { title: "\${{ slice(row.title, 0, 200) }}", date: "\${{ row.date }}" }
        as: items
      - return: "\${{ items }}"
  count:
    description: { zh: 几条通知, en: How many notices }
    effect: read
    untrusted: true
    output: { type: integer }
    steps:
      - call: { tool: list, args: { page: 1 } }
        as: all
      - return: "\${{ len(all) }}"
  subscribe:
    description: { zh: 订阅通知, en: Subscribes to notices }
    effect: write
    untrusted: true
    output: { type: boolean }
    steps:
      - request: { url: "https://www.example.org/subscribe", method: POST, form: { on: 1 } }
        as: answer
      - assert: { that: answer.json.ok == true, or: rejected }
      - return: true
---
\`list\` gives the newest first.
`
const screen = (path: string) => JSON.stringify({
  tool: 'list', args: { page: 1 }, root: 'all',
  components: [{ id: 'all', component: { List: { children: { template: { componentId: 'one', dataBinding: '/' } } } } }, { id: 'one', component: { Text: { text: { path } } } }],
})
const recording = (tool: string, args: string) => `tool: ${tool}\nargs: ${args}\nat: 2026-03-03T10:00:00+08:00\nexchanges: []\nexpect: { fails: site-changed }\n`

const filesWith = (changes: readonly (readonly [right: string, wrong: string])[], screens = ['title', 'date']): DocumentFiles => {
  const text = changes.reduce((whole, [right, wrong]) => { expect(whole).toContain(right); return whole.replace(right, () => wrong) }, plugin)
  return filesOf({
    'PLUGIN.md': text, 'latest.json': screen(screens[0] ?? ''), 'other.json': screen(screens[1] ?? ''),
    'fixtures/a.yaml': recording('list', '{ page: 1 }'), 'fixtures/b.yaml': recording('count', '{}'), 'fixtures/c.yaml': recording('subscribe', '{}'),
  })
}
const found = (files: DocumentFiles) => lintDocument(files, 'community').map(({ code, at }) => `${code} ${at}`)

it('the plugin that is changed is clean', () => {
  expect(found(filesWith([]))).toEqual([])
})

it('faults of the manifest, of fields, steps, expressions and patterns are told in one run', () => {
  expect(found(filesWith([
    ['version: 1.0.0', 'version: one'],
    ['websites: [www.example.org]', 'websites: [www.example.org, "no host"]\nlicence: MIT'],
    ['default: 7', 'default: seven'],
    ['    effect: read\n    untrusted: true\n    input', '    effect: reads\n    untrusted: true\n    input'],
    ['minimum: 1 }', 'minimum: one }'],
    ['format: date }', 'format: day }'],
    ['a.title', '"a["'],
    ['"[0-9-]{10}"', '"(?=x)[0-9-]{10}"'],
    ['addDays(today()', 'plusDays(today()'],
    ['slice(row.title', 'slice(rwo.title'],
    ['"${{ row.date }}"', '"${{ row.date + }}"'],
    ['      - assert: { that: answer', '      - asert: { that: answer'],
    ['len(all)', 'len(al)'],
  ])).filter((one) => !one.startsWith('LINT_'))).toEqual([
    'DOC_FIELD_INVALID version', 'DOC_FIELD_INVALID websites[1]', 'DOC_KEY_UNKNOWN licence', 'DOC_FIELD_INVALID settings.days.default',
    'DOC_FIELD_INVALID tools.list.effect', 'DOC_FIELD_INVALID tools.list.input.page.minimum', 'DOC_FIELD_INVALID tools.list.output.items.properties.date.format',
    'DOC_SELECTOR_INVALID tools.list.steps[1].extract.fields.title.select', 'DOC_PATTERN_INVALID tools.list.steps[1].extract.fields.date.match',
    'DOC_FUNCTION_UNKNOWN tools.list.steps[2].each.keep', 'DOC_NAME_UNKNOWN tools.list.steps[2].each.yield.title', 'DOC_EXPRESSION_INVALID tools.list.steps[2].each.yield.date',
    'DOC_NAME_UNKNOWN tools.count.steps[1].return', 'DOC_STEP_UNKNOWN tools.subscribe.steps[1]',
  ])
})

it('what the requests of several tools reach, and each screen and shortcut, are told in one run', () => {
  expect(found(filesWith([
    ['path: /web/notice.php', 'path: /web/nothing.php'],
    ['websites: [www.example.org]', 'websites: [example.org]'],
    ['tool: list, args: { page: 1 } }\ntools', 'tool: list, args: { pages: 1 } }\ntools'],
  ], ['titel', 'day']))).toEqual([
    'DOC_FIELD_INVALID shortcuts[0].args.pages', 'DOC_ENDPOINT_UNLISTED tools.list.steps[0].request', 'DOC_WEBSITE_UNDECLARED tools.subscribe.steps[0].request',
    'DOC_FIELD_INVALID widgets.latest.components[1].component.Text.text.path', 'DOC_FIELD_INVALID widgets.other.components[1].component.Text.text.path',
  ])
})

it.each([
  ['a step that cannot be read has named what it would have', [['many: true', 'mayn: true']], ['DOC_KEY_UNKNOWN tools.list.steps[1].extract.mayn']],
  ['a return that cannot be read is a return', [['return: "${{ len(all) }}"', 'return: "${{ len(all }}"']], ['DOC_EXPRESSION_INVALID tools.count.steps[1].return']],
  ['an argument that cannot be read is there', [['minimum: 1 }', 'minimum: one }']], ['DOC_FIELD_INVALID tools.list.input.page.minimum']],
  ['a service that there is not is told where it is declared', [['scopes: [dean]', 'scopes: [deen]']], ['DOC_SERVICE_UNKNOWN scopes[0]']],
  ['a website that is none is told where it is declared', [['websites: [www.example.org]', 'websites: [www_example, org]']], ['DOC_FIELD_INVALID websites[0]', 'DOC_FIELD_INVALID websites[1]']],
  ['a path that cannot be read is looked up by nobody', [['path: /web/notice.php', 'path: "/web/${{ nope( }}"']], ['DOC_EXPRESSION_INVALID tools.list.steps[0].request.path']],
  ['a tool whose file is missing is told once', [['  subscribe:\n    description: { zh: 订阅通知, en: Subscribes to notices }', '  away: away.yaml\n  subscribe:\n    description: { zh: 订阅通知, en: Subscribes to notices }']], ['DOC_FILE_MISSING tools.away']],
] as const)('%s', (_, changes, expected) => {
  expect(found(filesWith(changes)).filter((one) => !one.startsWith('LINT_'))).toEqual(expected)
})

it('of thousands of faults a hundred are told', () => {
  const keys = Array.from({ length: 3_000 }, (_, index) => `k${index}: 1`).join('\n')
  const steps = Array.from({ length: 90 }, () => '{ let: { a: "${{ x }}", b: "${{ y }}", c: "${{ z( }}" } }').join(', ')
  const many = found(filesWith([['tools:\n', `${keys}\ntools:\n  many: { description: { zh: 一, en: One }, effect: read, output: { type: boolean }, steps: [${steps}] }\n`]]))
  expect(many.filter((one) => one.startsWith('DOC_KEY_UNKNOWN')).length).toBeGreaterThan(90)
  expect(many.length).toBeLessThan(130)
})
