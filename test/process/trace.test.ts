import { expect, it } from 'vitest'
import { openStage } from '../journeys/stage.ts'

interface Row { readonly kind: string; readonly callId?: string; readonly detail: Readonly<Record<string, unknown>> }

it('call --trace lists each hop on standard error and leaves standard output alone; sign-ins are in the audit by hop, without a value', async () => {
  await using stage = await openStage()
  await stage.login()
  const plain = await stage.json(['call', 'treehole.search', '--keyword', '自习'])
  const traced = await stage.pkuh(['--json', 'call', '--trace', 'treehole.search', '--keyword', '自习'])
  expect([traced.code, JSON.parse(traced.stdout)]).toEqual([0, expect.objectContaining({ ok: true, data: plain.doc.ok && plain.doc.data })])
  expect(traced.stderr).toMatch(/^⇄ campus:treehole {2}GET treehole\.pku\.edu\.cn\/\S+\?\S*keyword\S* {2}200 {2}\d+ 字节 {2}\d+ 毫秒$/m)
  expect(traced.stderr).not.toContain('自习')
  const english = await stage.pkuh(['--lang', 'en', 'call', '--trace', 'treehole.search', '--keyword', '自习'])
  expect(english.stderr).toMatch(/ 200 {2}\d+ bytes {2}\d+ ms$/m)
  // Behind the tool it is the tool's own argument.
  expect((await stage.json(['call', 'treehole.search', '--keyword', '自习', '--trace'])).doc).toMatchObject({ ok: false, error: { exit: 2 } })

  const { doc } = await stage.json(['audit', 'show', '--limit', '500'])
  const rows = (doc.ok ? (doc.data as { rows: readonly Row[] }).rows : []).filter(({ kind }) => kind === 'request.sent')
  const signIn = rows.filter(({ callId }) => callId === undefined)
  expect(signIn.map(({ detail }) => [detail['method'], detail['host'], detail['path']])).toContainEqual(['POST', 'iaaa.pku.edu.cn', '/iaaa/oauthlogin.do'])
  expect(rows.filter(({ callId }) => callId !== undefined).length).toBeGreaterThanOrEqual(3)
  for (const { detail } of rows) expect([detail['path'], typeof detail['ms'], typeof detail['bytes']]).toEqual([expect.not.stringContaining('='), 'number', 'number'])
  const secret = stage.campus.data.accounts.find(({ id }) => id === '2500000001')?.password ?? '?'
  expect(JSON.stringify(rows)).not.toContain(secret)
})
