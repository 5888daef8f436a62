import type { StepName } from '../../../src/plugins/document/steps/step-schemas.ts'

/** For each step one that runs: its lines, what it gives (shown and tested), and what the service answers. */
export interface Example { readonly steps: string; readonly gives: unknown; readonly answer?: string; readonly effect?: string }

const rows = '{"rows":[{"room":"101","seats":30},{"room":"102","seats":50},{"room":"101","seats":30}]}'
const request = '- request: { service: open, path: /record }\n  as: page\n'

export const stepExamples: Readonly<Record<StepName, Example>> = {
  request: { steps: `${request}- assert: { that: page.json != null }\n- return: "\${{ page.json.rows[0].room }}"`, gives: '101', answer: rows },
  extract: { steps: `${request}- extract: { from: page.html, select: li, many: true, fields: { name: { select: a }, link: { select: a, attr: href } } }\n  as: items\n- return: "\${{ items[0] }}"`, gives: { name: '讲座', link: '/1' }, answer: '<ul><li><a href="/1">讲座</a></li></ul>' },
  let: { steps: '- let: { half: "${{ 7 / 2 }}", label: "共 ${{ 3 }} 间" }\n- return: "${{ label }}"', gives: '共 3 间' },
  each: { steps: `${request}- each: { in: page.json.rows, as: row, keep: row.seats > 40, yield: { name: "\${{ row.room }}" } }\n  as: big\n- return: "\${{ big }}"`, gives: [{ name: '102' }], answer: rows },
  when: { steps: '- when: { if: 1 < 2, then: [ { let: { word: yes } } ], else: [ { let: { other: no } } ] }\n- return: "${{ word }}"', gives: 'yes' },
  sort: { steps: `${request}- sort: { in: page.json.rows, by: it.seats, order: down }\n  as: sorted\n- return: "\${{ sorted[0].room }}"`, gives: '102', answer: rows },
  take: { steps: `${request}- take: { in: page.json.rows, count: 1, from: 1 }\n  as: some\n- return: "\${{ some[0].room }}"`, gives: '102', answer: rows },
  unique: { steps: `${request}- unique: { in: page.json.rows, by: it.room }\n  as: rooms\n- return: "\${{ len(rooms) }}"`, gives: 2, answer: rows },
  group: { steps: `${request}- group: { in: page.json.rows, by: it.room }\n  as: groups\n- return: "\${{ len(groups[0].items) }}"`, gives: 2, answer: rows },
  paginate: { steps: '- paginate:\n    request: { service: open, path: /record, query: { page: "${{ it.page }}" } }\n    items: it.answer.json.rows\n    size: 20\n  as: all\n- return: "${{ len(all) }}"', gives: 3, answer: rows },
  store: { steps: '- store: { put: last, value: "${{ 7 }}" }\n- store: { get: last }\n  as: last\n- return: "${{ last }}"', gives: 7, effect: 'write' },
  cache: { steps: `- cache:\n    key: rooms\n    minutes: 10\n    steps:\n      - request: { service: open, path: /record }\n        as: page\n    value: "\${{ page.json.rows }}"\n  as: rooms\n- return: "\${{ len(rooms) }}"`, gives: 3, answer: rows },
  call: { steps: '- call: { tool: other, args: { n: 3 } }\n  as: twice\n- return: "${{ twice }}"', gives: 6 },
  use: { steps: '- use: { tool: memory.search, args: { query: "${{ \'考试\' }}" } }\n  as: found\n- return: "${{ found.count }}"', gives: 1 },
  assert: { steps: `${request}- assert: { that: len(page.json.rows) > 0, or: site-changed }\n- return: ok`, gives: 'ok', answer: rows },
  fail: { steps: '- when: { if: 2 < 1, then: [ { fail: { kind: not-found, words: { zh: 没有这一天, en: No such day } } } ] }\n- return: ok', gives: 'ok' },
  return: { steps: '- return: { room: "101", free: "${{ true }}" }', gives: { room: '101', free: true } },
}
