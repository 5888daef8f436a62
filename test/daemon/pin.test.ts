import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPinGate } from '../../src/daemon/pin-gate.ts'
import { openPin } from '../../src/daemon/pin.ts'
import { systemChance } from '../../src/host/clock/clock.ts'
import type { Keystore } from '../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'

const code = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', (error: { code?: string; params?: Record<string, unknown> }) => `${error.code ?? String(error)} ${String(error.params?.['left'] ?? error.params?.['seconds'] ?? '')}`.trim())

/** A PIN over a real database and a keystore in memory; the clock is the test's. */
function house() {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-pin-'))
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = { now: () => time.now, sleep: async () => undefined }
  const store = openStore(join(folder, 'h.db'), { clock, chance: systemChance })
  const keystore = openKeystore({ backend: 'memory', service: 'x', index: '', helper: '', onUse: () => undefined })
  onTestFinished(() => { store.close(); rmSync(folder, { recursive: true, force: true }) })
  const open = (over: Partial<Keystore> = {}) => openPin({ keystore: { ...keystore, ...over }, settings: store.settings, clock })
  return { time, clock, store, keystore, open }
}

it('is 4 to 12 digits, and what is kept of it is a hash with a salt of its own', async () => {
  const { open, keystore } = house()
  const pin = open()
  for (const bad of ['', '123', '1234567890123', '12a4', '１２３４', '1234 ']) expect(await code(pin.set(bad))).toBe('PIN_FORM')
  expect([await pin.isSet(), await code(pin.check('1234'))]).toEqual([false, 'PIN_NOT_SET'])
  await pin.set('4071')
  const kept = () => keystore.use({ account: '-', kind: 'pin', name: '' }, 'test', (value) => value.toString('hex'))
  const first = await kept()
  expect([first.length, first.includes(Buffer.from('4071').toString('hex'))]).toEqual([98, false])
  expect(await code(pin.check('4071'))).toBe('ok')
  await pin.set('4071')
  expect(await kept()).not.toBe(first)
  await pin.clear()
  expect(await pin.isSet()).toBe(false)
})

it('has five tries, then a wait that doubles, which neither a restart nor the right PIN ends, and a right one later clears', async () => {
  const { open, time } = house()
  await open().set('4071')
  const seen: string[] = []
  for (let turn = 0; turn < 5; turn += 1) seen.push(await code(open().check('0000')))
  expect(seen).toEqual(['PIN_WRONG 4', 'PIN_WRONG 3', 'PIN_WRONG 2', 'PIN_WRONG 1', 'PIN_WAIT 30'])
  expect(await code(open().check('4071'))).toBe('PIN_WAIT 30')
  time.now += 30_000
  expect(await code(open().check('0000'))).toBe('PIN_WAIT 60')
  time.now += 60_000
  expect(await code(open().check('0000'))).toBe('PIN_WAIT 120')
  time.now += 120_000
  expect([await code(open().check('4071')), await code(open().check('0000'))]).toEqual(['ok', 'PIN_WRONG 4'])
})

it('waits an hour at most, also where the clock was set back by years', async () => {
  const { open, time, store } = house()
  await open().set('4071')
  store.settings.put('pin.wrong', { wrong: 40, until: 0 })
  expect(await code(open().check('0000'))).toBe('PIN_WAIT 3600')
  time.now -= 10 * 365 * 86_400_000
  expect(await code(open().check('4071'))).toBe('PIN_WAIT 3600')
})

it('counts guesses that come at once one by one, and each before it is thought about', async () => {
  const { open, store } = house()
  const pin = open()
  await pin.set('4071')
  const all = await Promise.all(Array.from({ length: 6 }, () => code(pin.check('0000'))))
  expect(all).toEqual(['PIN_WRONG 4', 'PIN_WRONG 3', 'PIN_WRONG 2', 'PIN_WRONG 1', 'PIN_WAIT 30', 'PIN_WAIT 30'])
  store.settings.delete('pin.wrong')
  // Killed while it thinks: the try stands.
  void open({ use: () => new Promise(() => undefined) }).check('0000')
  await expect.poll(() => store.settings.get('pin.wrong')).toEqual({ wrong: 1, until: 0 })
})

it('is not passed by a keystore that cannot say, and that costs no try', async () => {
  const { open } = house()
  await open().set('4071')
  const locked = open({ use: async () => { throw new HarnessError('KEYSTORE_LOCKED') } })
  for (let turn = 0; turn < 8; turn += 1) expect(await code(locked.check('4071'))).toBe('KEYSTORE_LOCKED')
  const rotten = open({ use: async (_ref, _why, fn) => fn(Buffer.from('not a hash')) })
  expect(await code(rotten.check('4071'))).toContain('RangeError')
  expect(await code(open().check('0000'))).toBe('PIN_WRONG 4')
})

it('that was taken out of an open keychain is none any more', async () => {
  const { open, keystore } = house()
  const pin = open()
  await pin.set('4071')
  const gone = open({ use: (ref, why, fn) => keystore.remove(ref).then(() => keystore.use(ref, why, fn)), list: async () => [{ account: '-', kind: 'pin', name: '' }] })
  expect([await code(gone.check('4071')), await pin.isSet()]).toEqual(['PIN_NOT_SET', false])
})

it('counts five minutes for the connection that typed it, and for no other; a lock and a farewell end it', async () => {
  const { open, clock, time } = house()
  const pin = open()
  const gate = openPinGate(pin, clock)
  const leaving: (() => void)[] = []
  const one = { id: 'one', onGone: (listener: () => void) => { leaving.push(listener) } }
  const other = { id: 'other', onGone: () => undefined }
  expect(await code(gate.pass(one))).toBe('ok')
  await pin.set('4071')
  expect(await code(gate.pass(one))).toBe('PIN_NEEDED')
  expect(await code(gate.enter(one, '0000'))).toBe('PIN_WRONG 4')
  expect(await code(gate.pass(one))).toBe('PIN_NEEDED')
  await gate.enter(one, '4071')
  expect([await code(gate.pass(one)), await code(gate.pass(other))]).toEqual(['ok', 'PIN_NEEDED'])
  time.now += 5 * 60_000 - 1
  expect(await code(gate.pass(one))).toBe('ok')
  time.now += 1
  expect(await code(gate.pass(one))).toBe('PIN_NEEDED')
  await gate.enter(one, '4071')
  gate.forget()
  expect(await code(gate.pass(one))).toBe('PIN_NEEDED')
  await gate.enter(one, '4071')
  leaving.forEach((leave) => leave())
  expect(await code(gate.pass(one))).toBe('PIN_NEEDED')
})
