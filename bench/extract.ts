// What an extraction takes of a table page of 1 MB (7,000 rows of four fields) beside parse5's own parse of the same page: a line of JSON,
// milliseconds of processor time, which a busy machine changes least, of rounds in which they alternate. `run.mjs` bundles and runs it.
import { parse } from 'parse5'
import type { Pick, Spec } from '../src/plugins/document/extract/extract-types.ts'
import { runJob } from '../src/plugins/document/extract/run-job.ts'

const rounds = Number(process.argv[2] ?? 25)
const rows = Array.from({ length: 7_000 }, (_, i) => `<tr><td>课程 ${i} 高等数学（B）下册甲乙丙丁</td><td>王老师${i % 97}</td><td>理教 ${i % 400} 第${i % 12}节 星期${i % 7}</td><td>${i % 50 / 10 + 50}</td></tr>`).join('\n')
const html = `<!doctype html><title>x</title><table id=t><thead><tr><th>课程名<th>教师<th>地点<th>成绩</thead><tbody>${rows}</tbody></table>`

const column = (name: string) => ({ headers: [name], optional: false })
const table: Spec = { kind: 'table', select: '#t', columns: { course: column('课程名'), teacher: column('教师'), place: column('地点'), grade: column('成绩') } }
const text = (select: string): Pick => ({ select, many: false, required: false, without: undefined, match: undefined, take: { kind: 'text', form: 'line' } })
const css: Spec = { kind: 'css', pick: { ...text('#t tbody tr'), many: true, take: { kind: 'fields', fields: { course: text('td:nth-child(1)'), teacher: text('td:nth-child(2)'), place: text('td:nth-child(3)'), grade: text('td:nth-child(4)') } } } }

const extracted = (spec: Spec) => () => {
  const answer = runJob({ kind: 'html', html }, spec)
  if (!answer.ok || !Array.isArray(answer.value) || answer.value.length !== 7_000) throw new Error(`not 7,000 rows: ${JSON.stringify(answer).slice(0, 200)}`)
}
const works = { parse: () => void parse(html), table: extracted(table), css: extracted(css) }
const times: Record<keyof typeof works, number[]> = { parse: [], table: [], css: [] }
const names = ['parse', 'table', 'css'] as const
for (let round = 0; round < rounds; round++) {
  for (const name of names) {
    // What one leaves behind is not cleared away in the time of the next.
    globalThis.gc?.()
    const began = process.cpuUsage()
    works[name]()
    const { user, system } = process.cpuUsage(began)
    times[name].push((user + system) / 1_000)
  }
}
const of = (name: keyof typeof works, part: number): number => times[name].slice(5).toSorted((a, b) => a - b)[Math.floor((rounds - 5) * part)] ?? Number.NaN
const figures = (part: number) => ({ parse: of('parse', part), table: of('table', part), css: of('css', part) })
console.log(JSON.stringify({ median: figures(0.5), quiet: figures(0.1), rounds, bytes: Buffer.byteLength(html) }))
