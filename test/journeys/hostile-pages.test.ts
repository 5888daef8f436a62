import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { html, notFound } from '../../fixtures/campus/server/exchange.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { codeOf, openStage, type Stage } from './stage.ts'

/** What a site or an author may serve to hang a reader; each a page of a website that a community plugin declares. */
const pages: Readonly<Record<string, string>> = {
  '/divs': '<div>'.repeat(100_000),
  '/attributes': `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}=1`).join(' ')}>x</p>`,
  '/as': `${'a'.repeat(250_000)}!`,
  '/table': `<table><tr><th>A<th>B<th>C<th>D</tr>${'<tr><td>课程 高等数学（B）下册<td>王老师<td>理教 101 第3节<td>90</tr>'.repeat(7_000)}</table>`,
  '/selector': `${'<div>'.repeat(200)}${'<i></i>'.repeat(20_000)}`,
}

const tool = (name: string, step: string, result: string) => `  ${name}:
    description: { zh: 读一页, en: Reads the page }
    effect: read
    untrusted: true
    output: { type: object, properties: { n: { type: number }, found: { type: boolean } } }
    steps:
      - request: { url: "https://pages.example.cn/${name}" }
        as: page
      - extract: ${step}
        as: got
      - return: ${result}`

const head = (id: string) => `---
plugin: ${id}
version: 1.0.0
name: { zh: 读几页, en: Some pages }
summary: { zh: 读几页, en: Some pages }
`
const reader = `${head('pages')}websites: [pages.example.cn]
tools:
${[
    tool('divs', '{ from: page.html, select: div }', '{ found: true }'),
    tool('attributes', '{ from: page.html, select: p }', '{ found: "${{ got == \'x\' }}" }'),
    tool('as', '{ from: page.text, regex: "(a+)+$" }', '{ found: "${{ got != null }}" }'),
    tool('table', '{ from: page.html, table: table, columns: { a: A, b: B, c: C, d: D } }', '{ n: "${{ len(got) }}" }'),
  ].join('\n')}
---
Pages.
`
const aliases = Array.from({ length: 9 }, (_, level) => `l${level}: &l${level} [${level === 0 ? '1' : Array.from({ length: 10 }, () => `*l${level - 1}`).join(', ')}]`).join('\n')

let stage: Stage
let person: Client
beforeAll(async () => {
  stage = await openStage({ campus: { others: [{ name: 'pages.example.cn', handle: ({ path }) => (pages[path] === undefined ? notFound() : html(pages[path])) }] } })
  expect(await stage.pkuh(['daemon', 'start'])).toMatchObject({ code: 0 })
  person = await stage.person()
  const { sheet } = await person.request('plugins.open', { source: { path: folderOf('pages', reader) } })
  if (!sheet) throw new Error('no sheet')
  await person.request('plugins.install', { plugin: 'pages', digest: sheet.digest })
})
afterAll(async () => { person.close(); await stage[Symbol.asyncDispose]() })

function folderOf(name: string, text: string): string {
  const folder = join(stage.home, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'PLUGIN.md'), text)
  return folder
}

/** How an act ended, how long it took, and how long the daemon let anyone else wait meanwhile, in milliseconds. */
async function timed(act: () => Promise<string>): Promise<{ readonly end: string; readonly took: number; readonly waited: number; readonly pings: number }> {
  const other = await stage.person()
  const over = new AbortController()
  const waits: number[] = []
  const pinging = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await other.request('status', {})
      waits.push(performance.now() - from)
      await sleep(20)
    }
  })()
  const from = performance.now()
  const end = await act()
  const took = performance.now() - from
  over.abort()
  await pinging
  other.close()
  return { end, took, waited: Math.max(...waits), pings: waits.length }
}

/** The quickest of three: the machine may be busy, what is quadratic is slow each time. */
async function soon(what: string, act: () => Promise<string>): Promise<string> {
  const runs = [await timed(act), await timed(act), await timed(act)]
  const best = (of: 'took' | 'waited') => Math.min(...runs.map((run) => run[of]))
  console.info(`${what}: ${runs[0]?.end}, ${best('took').toFixed(0)} ms; status meanwhile within ${best('waited').toFixed(0)} ms, ${runs.reduce((sum, { pings }) => sum + pings, 0)} times`)
  expect(best('took')).toBeLessThan(1_000)
  expect(best('waited')).toBeLessThan(500)
  expect(new Set(runs.map(({ end }) => end)).size).toBe(1)
  return runs[0]?.end ?? ''
}

it.each([
  ['100,000 nested divs', 'divs', 'DOC_DOM_DEPTH_EXCEEDED'],
  ['50,000 attributes', 'attributes', '{"found":true}'],
  ['(a+)+$ on 250 KB', 'as', '{"found":false}'],
  ['a table of 7,000 rows', 'table', '{"n":7000}'],
])('must be seen 2: %s is refused or done in under a second, and the daemon answers meanwhile', async (what, name, ended) => {
  expect(await soon(what, async () => {
    const outcome = await person.request('call', { tool: `pages.${name}`, args: {} })
    return outcome.ok ? JSON.stringify(outcome.data) : outcome.error.code
  })).toBe(ended)
})

it.each<[string, () => string, string]>([
  ['an alias bomb', () => `${head('bomb')}${aliases}\n---\nx\n`, 'DOC_ALIASES_EXCEEDED'],
  ['a manifest of 10 MB', () => `${head('large')}tools: {}\n---\n${'x'.repeat(10_000_000)}\n`, 'MARKET_LIMIT'],
  ['front matter of 250 KB of brackets', () => `${head('deep')}tools: ${'['.repeat(250_000)}\n---\nx\n`, 'DOC_YAML_SYNTAX'],
  ['4,000 keys', () => `${head('wide')}${Array.from({ length: 4_000 }, (_, i) => `k${i}: 1`).join('\n')}\n---\nx\n`, 'DOC_KEY_UNKNOWN'],
  ['60,000 short lines', () => `${head('short')}tools:\n${'- a\n'.repeat(60_000)}---\nx\n`, 'DOC_YAML_SYNTAX'],
])('must be seen 2: %s is refused in under a second, and the daemon answers meanwhile', async (what, text, code) => {
  const path = folderOf(what.replaceAll(/\W/g, '-'), text())
  expect(await soon(what, async () => (await codeOf(person.request('plugins.open', { source: { path } }))) ?? 'none')).toBe(code)
})
