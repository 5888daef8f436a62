import type { Json } from '../../../src/rules/json.ts'
import type { Pick, Source, Spec } from '../../../src/plugins/document/extract/extract-types.ts'
import { runJob } from '../../../src/plugins/document/extract/run-job.ts'
import type { Random } from '../../attack/fuzz/random.ts'
import { mutate } from '../mutate.ts'
import { type Target, Wrong } from '../target.ts'
import { anyJson, expectJson } from './any-json.ts'

const markup = ['<table>', '</table>', '<tr>', '<td rowspan=0>', '<td colspan="1000">', '<th>', '<thead>', '<div>', '</div>', '<p>', '<b>', '</b>', '<i>', '<a href=x>', '<select><option>', '<svg>', '<math><mi>', '<template>', '<script>', '</script>', '<!--', '-->', '<![CDATA[', '<frameset>', '<body a=1>', '<form>', '<ruby><rt>', '&', '&amp', '&#x110000;', '&#0;', '<li>', '<plaintext>', '<textarea>', '<noscript>']
const selectors = ['*', 'a', 'td', 'tr', 'table', 'li', '.a', '#x', '[href]', '[href*="id="]', ':first-child', ':nth-child(2n+1)', ':nth-last-of-type(2)', ':has(> td)', ':not(.a)', ':is(a, b)', ':contains("课")', ':empty', ':scope', '> td', '+ li', '~ tr', ' ', ',', 'p > a', 'td:nth-child(2)', ':root', ':checked', '::before', '[a="', ':lang(zh)', '\\', 'div div', ':scope > *']
const headers = ['课程', '成绩', '课程名', 'A', '', '序号', '星期一', '时间']
const patterns = ['[0-9]+', '(?<id>id=)(?<n>[0-9]*)', '\\p{Han}+', '(a|b)*c', '^.*$', '(?s).', 'x*', '\\bw', '(?i)td', '[^<]{1,40}', '(((a*)*)*)*', '(?=x)', '\\u7406', '(', '[z-a]', 'a{1001}', '']
const paths = ['$', '.rows', '[*]', '[0]', '[-1]', '[1:]', '[::-1]', '..', '.*', "['名称']", '["id"]', '..id', '[0,1]', '[::0]', '.__proto__', '[?', ' ', '.constructor', "['\\u0041']", '[99999999999999]']
const several = (random: Random, of: readonly string[], most: number) => Array.from({ length: 1 + random.int(most) }, () => random.pick(of)).join('')

function anyPick(random: Random, depth: number): Pick {
  const kind = random.int(depth > 0 ? 5 : 4)
  return {
    select: random.chance(15) ? undefined : several(random, selectors, 3), many: random.chance(40), required: random.chance(15),
    without: random.chance(15) ? several(random, selectors, 2) : undefined, match: random.chance(15) ? random.pick(patterns) : undefined,
    take: kind === 0 ? { kind: 'attr', name: random.pick(['href', 'class', 'constructor', '__proto__']) }
      : kind === 1 ? { kind: 'exists' }
        : kind === 4 ? { kind: 'fields', fields: Object.fromEntries(['p', 'q'].map((name) => [name, anyPick(random, depth - 1)])) }
          : { kind: 'text', form: random.chance(50) ? 'line' : 'lines' },
  }
}

/** Whether a value is what a pick promises. */
function fits(value: Json, pick: Pick, alone = false): boolean {
  if (pick.many && !alone) return Array.isArray(value) && value.every((item) => fits(item, pick, true))
  switch (pick.take.kind) {
    case 'exists': return typeof value === 'boolean'
    case 'fields': {
      const fields = Object.entries(pick.take.fields)
      if (value === null) return true
      const entries = new Map(typeof value === 'object' ? Object.entries<Json>(value) : [])
      return entries.size === fields.length && fields.every(([name, field]) => fits(entries.get(name) ?? null, field))
    }
    case 'attr': case 'text': return value === null || typeof value === 'string'
  }
}

/** What a job gives; undefined where it ended as it may. `DOC_EXTRACT_FAILED` is a crash that was caught. */
function run(source: Source, spec: Spec): Json | undefined {
  const answer = runJob(source, spec)
  if (answer.ok) { expectJson(answer.value); return answer.value }
  if ('code' in answer && answer.code === 'DOC_EXTRACT_FAILED') throw new Wrong(`an extraction broke: ${JSON.stringify(spec)}`)
  return undefined
}

const css: Target = {
  name: 'css',
  run(random, { pages }) {
    const pick = anyPick(random, 2)
    const value = run({ kind: 'html', html: mutate(random.pick(pages), markup, random) }, { kind: 'css', pick })
    if (value !== undefined && !fits(value, pick)) throw new Wrong(`not what ${JSON.stringify(pick)} promises: ${JSON.stringify(value).slice(0, 200)}`)
    return value !== undefined
  },
}

const table: Target = {
  name: 'table',
  run(random, { pages }) {
    const columns = Object.fromEntries(['p', 'q', 'r'].slice(random.int(3)).map((name) => [name, { headers: [random.pick(headers), random.pick(headers)], optional: random.chance(70) }]))
    const value = run({ kind: 'html', html: mutate(random.pick(pages), markup, random) }, { kind: 'table', select: random.chance(70) ? 'table' : several(random, selectors, 2), columns })
    if (value === undefined) return false
    const good = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && Object.keys(row).join() === Object.keys(columns).join() && Object.values(row).every((cell) => cell === null || typeof cell === 'string'))
    if (!good) throw new Wrong(`no rows: ${JSON.stringify(value).slice(0, 200)}`)
    return value !== undefined
  },
}

const path: Target = {
  name: 'json path',
  run(random, { json }) {
    const text = random.pick(json)
    const value = run({ kind: 'json', json: random.chance(50) ? anyJson(random, 5) : parsed(text) ?? anyJson(random) }, { kind: 'path', path: `$${several(random, paths, 5)}`, many: true, required: random.chance(20) })
    if (value !== undefined && !Array.isArray(value)) throw new Wrong(`no list: ${JSON.stringify(value).slice(0, 200)}`)
    return value !== undefined
  },
}

function parsed(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

const regex: Target = {
  name: 'regex',
  run(random, { pages }) {
    const [pattern, many] = [random.chance(50) ? several(random, patterns, 3) : mutate(random.pick(patterns), patterns, random).slice(0, 5_000), random.chance(30)]
    const value = run({ kind: 'text', text: mutate(random.pick(pages), [...markup, 'aaaa'], random) }, { kind: 'regex', pattern, many, required: false })
    const one = (item: Json) => item === null || typeof item === 'string' || (typeof item === 'object' && Object.values<Json>(item).every((group) => group === null || typeof group === 'string'))
    if (value !== undefined && !(many ? Array.isArray(value) && value.every(one) : one(value))) throw new Wrong(`no match: ${JSON.stringify(value).slice(0, 200)}`)
    return value !== undefined
  },
}

/** Extractions as the worker does them: each gives what its spec promises, or ends as it may. */
export const extractions: readonly Target[] = [css, table, path, regex]
