import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { storedCopies } from '../../../src/plugins/market/stored-copies.ts'

const gone = 'a'.repeat(64)
const files = (text: string) => new Map([['PLUGIN.md', new TextEncoder().encode(text)]])

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('what is no copy, and what cannot be taken away, is left, and ends no sweep', () => {
  const folder = place()
  const copies = storedCopies(folder)
  const [kept, other] = [copies.keep(files('one')), copies.keep(files('two'))]
  for (const name of ['lost+found', `${gone}.json`]) mkdirSync(join(folder, name))
  for (const name of ['notes.txt', `${other}.json.12.new`, `${kept}.json.12.new`]) writeFileSync(join(folder, name), 'x')
  copies.sweep(new Set([kept]))
  expect(readdirSync(folder).toSorted()).toEqual([`${kept}.json`, `${gone}.json`, 'lost+found', 'notes.txt'].toSorted())
  expect(copies.read(kept)?.get('PLUGIN.md')).toEqual(files('one').get('PLUGIN.md'))
})

it.skipIf(process.platform === 'win32')('a pipe in the place of a copy is no copy, and nobody waits at it', () => {
  const folder = place()
  execFileSync('mkfifo', [join(folder, `${gone}.json`)])
  expect(storedCopies(folder).read(gone)).toBeUndefined()
})
