import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../fixtures/campus/server/exchange.ts'
import { textHost } from '../../../fixtures/github/github.ts'
import type { Client } from '../../../src/terminal/client/connect.ts'
import { ReportedError } from '../../../src/terminal/client/reported-error.ts'
import { openStage, type Stage } from '../../journeys/stage.ts'
import { atReading } from './tries-at-reading.ts'
import { atRunning } from './tries-at-running.ts'
import { documentOf, type Try } from './try.ts'

/**
 * Must be seen 6: a community document reaches no host, service, storage, cookie or secret but what its sheet says. Each try is
 * installed (where it can be) and run by a real daemon over TLS; what arrived is counted at the receiving ends.
 */
const account = '2500000001'
let stage: Stage
let person: Client
let listener: Server
let knocks = 0
let folders: string
const answers = new Map<string, string | Reply>()
const evil = textHost('evil.example.org', new Map([['/x', 'evil']]))
const own = textHost('site.example.org', answers)
const tally = { tries: 0, refusedAtReading: 0, endedAtRunning: 0, ranHarmless: 0, elsewhere: 0, secrets: 0, knocks: 0 }

beforeAll(async () => {
  listener = createServer((socket) => { knocks += 1; socket.destroy() })
  await new Promise<void>((resolve) => { listener.listen(0, '127.0.0.1', resolve) })
  stage = await openStage({ campus: { others: [{ ...own, handle: (request) => (answers.has(request.path) ? own.handle(request) : { status: 200, headers: { 'content-type': 'text/html' }, body: 'page' }) }, evil] } })
  await stage.login(account)
  person = await stage.person()
  await person.request('call', { tool: 'treehole.search', args: { keyword: '理教' } })
  folders = mkdtempSync(join(tmpdir(), 'pkuh-escape-'))
  // What others keep: a memory, and a value of another document under a name that tries use too.
  await person.request('call', { tool: 'memory.save', args: { text: '我的秘密' } })
  await person.request('effects.set', { effect: 'write', choice: 'allow' })
  const kept = await attempt('keeper', { what: '', head: 'scopes: []', tool: 'private: true', steps: '- store: { put: k, value: secret }\n- store: { get: k }\n  as: a\n- return: "${{ a }}"', ends: 'runs' })
  await person.request('effects.reset', {})
  if (kept.result !== 'secret') throw new Error(`nothing was kept: ${kept.ends}`)
}, 60_000)
afterAll(async () => {
  console.log(`${tally.tries} tries: ${tally.refusedAtReading} refused before a sheet, ${tally.endedAtRunning} ended when run, ${tally.ranHarmless} ran and did only what they may. `
    + `Arrived elsewhere: ${tally.elsewhere} requests, ${tally.knocks} connections on loopback, ${tally.secrets} secrets`)
  person.close()
  listener.close()
  await stage[Symbol.asyncDispose]()
  rmSync(folders, { recursive: true, force: true })
})

/** A name that ends with `@` is a symbolic link, with `|` a pipe. */
function folderOf(id: string, one: Try): string {
  const path = join(folders, id)
  mkdirSync(path)
  const main = documentOf(id, one)
  if (main !== '') writeFileSync(join(path, 'PLUGIN.md'), main)
  for (const [name, text] of Object.entries(one.files ?? {})) {
    const file = join(path, name.replace(/[@|]$/, ''))
    mkdirSync(dirname(file), { recursive: true })
    if (name.endsWith('@')) symlinkSync(text, file)
    else if (name.endsWith('|')) execFileSync('mkfifo', [file])
    else writeFileSync(file, text)
  }
  return path
}

const codeOf = (error: unknown): string => { if (error instanceof ReportedError) return error.fault.code; throw error }

/** How a try ended, where, and what arrived at its own website. */
async function attempt(id: string, one: Try): Promise<{ readonly ends: string; readonly result: unknown; readonly got: readonly string[]; readonly stage: 'reading' | 'running' }> {
  answers.clear()
  const port = (listener.address() as { readonly port: number }).port
  for (const [path, reply] of Object.entries(one.answers ?? {})) {
    answers.set(path, typeof reply === 'string' ? reply : { ...reply, headers: Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [name, value.replace('PORT', String(port))])) })
  }
  const password = stage.campus.data.accounts.find((known) => known.id === account)?.password ?? ''
  stage.campus.recorder.clear()
  const open = await person.request('plugins.open', { source: { path: folderOf(id, one) } }).then(({ sheet }) => sheet, codeOf)
  if (typeof open === 'string' || !open) return { ends: typeof open === 'string' ? open : 'same', result: undefined, got: arrived(), stage: 'reading' }
  await person.request('plugins.install', { plugin: id, digest: open.digest })
  const args = Object.fromEntries(Object.entries(one.args ?? {}).map(([name, value]) => [name, value === 'PASSWORD' ? password : value]))
  const outcome = await person.request('call', { tool: `${id}.t`, args })
  return { ends: outcome.ok ? 'runs' : outcome.error.code, result: outcome.ok ? outcome.data : undefined, got: arrived(), stage: 'running' }
}

/** What a try's own website got; everything else that arrived anywhere is counted against it. */
function arrived(): readonly string[] {
  const all = stage.campus.recorder.all()
  const secrets = [...stage.campus.hooks.issued().map(({ value }) => value), ...stage.campus.data.accounts.map(({ password }) => password)]
  tally.elsewhere += all.filter(({ host }) => host !== 'site.example.org' && host !== 'dean.pku.edu.cn').length
  tally.secrets += all.filter(({ host, ...request }) => host === 'site.example.org' && (secrets.some((secret) => JSON.stringify(request).includes(secret)) || request.headers['cookie'] !== undefined)).length
  tally.knocks = knocks
  return all.filter(({ host }) => host === 'site.example.org').map(({ method, path, query }) => {
    const search = new URLSearchParams(query).toString()
    return `${method} ${path}${search === '' ? '' : `?${search}`}`
  })
}

const nothingElse = (): void => expect({ elsewhere: tally.elsewhere, secrets: tally.secrets, knocks: tally.knocks }).toEqual({ elsewhere: 0, secrets: 0, knocks: 0 })

describe('must be seen 6: a document does not get out', () => {
  it('there are at least 60 tries', () => expect(atReading.length + atRunning.length).toBeGreaterThanOrEqual(60))

  it('what would count does count: a document that declares the other host reaches it', async () => {
    const got = await attempt('control', { what: '', head: 'scopes: []\nwebsites: [evil.example.org]', steps: '- request: { url: "https://evil.example.org/x" }\n  as: page\n- return: "${{ page.text }}"', ends: 'runs' })
    expect([got.ends, got.result, tally.elsewhere]).toEqual(['runs', 'evil', 1])
    tally.elsewhere = 0
  })

  it.each(atReading.map((one, at) => ({ ...one, at })))('at reading: $what → $ends', async ({ at, ...one }) => {
    const { ends, got, stage: where } = await attempt(`try-a${at}`, one)
    tally.tries += 1
    if (where === 'reading') tally.refusedAtReading += 1
    expect({ ends, got, where }).toEqual({ ends: one.ends, got: [], where: 'reading' })
    nothingElse()
  })

  it.each(atRunning.map((one, at) => ({ ...one, at })))('at running: $what → $ends', async ({ at, ...one }) => {
    const { ends, got, result, stage: where } = await attempt(`try-b${at}`, one)
    tally.tries += 1
    if (ends === 'runs') tally.ranHarmless += 1
    else tally.endedAtRunning += 1
    expect({ ends, got, where }).toEqual({ ends: one.ends, got: one.got ?? [], where: 'running' })
    if (one.ends === 'runs') expect(result).toEqual(one.result)
    nothingElse()
  })
})
