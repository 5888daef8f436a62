import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Stage, codeOf, openStage, until } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** The vault behind a real daemon: a machine without a desktop keeps a password in one sealed file. */

const passphrase = '一个编造的口令 with words'
const vaultOf = (stage: Stage) => join(stage.places.data, 'keystore.vault')
const state = async (stage: Stage) => { const { doc } = await stage.json(['keystore', 'status']); return doc.ok ? doc.data : doc.error }

/** A vault, made by a person; its daemon stays. */
async function vaultStage(config: object = {}): Promise<Stage> {
  const stage = await openStage({ config: { keystore: 'vault', ...config } })
  await stage.pkuh(['daemon', 'start'])
  const person = await stage.person()
  await person.request('keystore.init', { backend: 'vault', passphrase })
  person.close()
  return stage
}
const unlock = (stage: Stage, text = passphrase) => stage.json(['keystore', 'unlock', '--passphrase-fd', '0'], { input: `${text}\n` })

/** Files below the stage's home that hold a text, in UTF-8, Base64 or hex. */
function filesWith(home: string, text: string): string[] {
  const forms = [text, Buffer.from(text).toString('base64').replace(/=+$/, ''), Buffer.from(text).toString('hex')]
  return readdirSync(home, { recursive: true }).map((name) => join(home, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()).filter((path) => { const bytes = readFileSync(path); return forms.some((form) => bytes.includes(form)) })
}

it('bug-log 124: without a vault nothing is kept and the remedy is said; with one a password outlives the daemon, and no file holds it or the passphrase in plain text', async () => {
  await using stage = await openStage({ config: { keystore: 'vault' } })
  expect(await state(stage)).toMatchObject({ backend: 'vault', state: 'absent', detail: 'no-vault' })
  const password = stage.campus.data.accounts[0]?.password ?? ''
  const login = () => stage.json(['login', '--user', '2500000001', '--password-stdin'], { input: `${password}\n` })
  expect((await login()).doc).toMatchObject({ ok: false, error: { exit: 5, code: 'KEYSTORE_VAULT_MISSING', hint: expect.stringContaining('keystore init --backend vault') } })

  const person = await stage.person()
  expect(await codeOf(person.request('keystore.init', { backend: 'vault', passphrase: 'short' }))).toBe('KEYSTORE_PASSPHRASE_SHORT')
  expect(await codeOf(person.request('keystore.init', { backend: 'vault' }))).toBe('KEYSTORE_PASSPHRASE_NEEDED')
  await person.request('keystore.init', { backend: 'vault', passphrase })
  expect(await codeOf(person.request('keystore.init', { backend: 'vault', passphrase }))).toBe('KEYSTORE_VAULT_THERE')
  person.close()
  await stage.login()
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  expect(statSync(vaultOf(stage)).mode & 0o777).toBe(0o600)
  for (const secret of [password, passphrase]) expect(filesWith(stage.home, secret)).toEqual([])

  await stage.killDaemon()
  expect(await state(stage)).toMatchObject({ state: 'locked', detail: 'vault', entries: expect.any(Number) })
  expect((await stage.json(['ask', '在吗'])).doc).toMatchObject({ ok: false, error: { exit: 5, code: 'KEYSTORE_VAULT_LOCKED', hint: expect.stringContaining('keystore unlock') } })
  const before = readFileSync(vaultOf(stage))
  expect((await unlock(stage, 'not the passphrase')).doc).toMatchObject({ ok: false, error: { exit: 5, code: 'KEYSTORE_PASSPHRASE_WRONG' } })
  expect(readFileSync(vaultOf(stage)).equals(before)).toBe(true)
  expect((await unlock(stage)).doc).toMatchObject({ ok: true, data: { locked: false } })
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  expect((await stage.json(['audit', 'verify'])).doc).toMatchObject({ ok: true, data: { ok: true } })
})

it('pkuh lock shuts it until somebody gives the passphrase, also by a command; unlocking without it does nothing', async () => {
  await using stage = await vaultStage()
  await stage.login()
  expect((await stage.json(['lock'])).doc).toMatchObject({ ok: true, data: { locked: true } })
  expect(await state(stage)).toMatchObject({ state: 'locked', locked: 'person' })
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: false, error: { code: 'CALL_LOCKED' } })
  const person = await stage.person()
  expect(await codeOf(person.request('unlock', {}))).toBe('KEYSTORE_VAULT_LOCKED')
  person.close()
  const file = join(stage.home, 'passphrase.txt')
  writeFileSync(file, `${passphrase}\nsecond line\n`, { mode: 0o600 })
  expect((await stage.json(['keystore', 'unlock', '--passphrase-command', 'exit 3'])).doc).toMatchObject({ ok: false, error: { code: 'KEYSTORE_PASSPHRASE_NEEDED' } })
  expect((await stage.json(['keystore', 'unlock', '--passphrase-command', `cat '${file}'`])).doc).toMatchObject({ ok: true })
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
})

it('another passphrase: the old one opens nothing, everything is kept; os and memory have none to change', async () => {
  await using stage = await vaultStage()
  await stage.login()
  const person = await stage.person()
  expect(await codeOf(person.request('keystore.rotate', { current: 'not it at all', next: 'another one of words' }))).toBe('KEYSTORE_PASSPHRASE_WRONG')
  expect(await person.request('keystore.rotate', { current: passphrase, next: 'another one of words' })).toEqual({ rotated: true })
  person.close()
  await stage.killDaemon()
  expect((await unlock(stage)).doc).toMatchObject({ ok: false, error: { code: 'KEYSTORE_PASSPHRASE_WRONG' } })
  expect((await unlock(stage, 'another one of words')).doc).toMatchObject({ ok: true })
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  await using memory = await openStage()
  await memory.pkuh(['daemon', 'start'])
  const other = await memory.person()
  expect(await codeOf(other.request('keystore.rotate', { current: passphrase, next: passphrase }))).toBe('KEYSTORE_NO_PASSPHRASE')
  other.close()
})

it('another backend is chosen by the person alone, said to leave things behind, and moves nothing', async () => {
  await using stage = await openStage()
  await stage.login()
  const [person, script] = [await stage.person(), await stage.script()]
  expect(await codeOf(script.request('keystore.init', { backend: 'vault', passphrase }))).toBe('DAEMON_FORBIDDEN')
  expect(await codeOf(person.request('keystore.init', { backend: 'vault', passphrase }))).toBe('KEYSTORE_CHOSEN')
  const pid = await stage.daemonPid()
  expect(await person.request('keystore.init', { backend: 'vault', passphrase, leave: true })).toMatchObject({ backend: 'vault', restarts: true, left: expect.any(Number), pid })
  await until('the daemon makes room', async () => { try { process.kill(pid, 0); return false } catch { return true } })
  expect(await state(stage)).toMatchObject({ backend: 'vault', state: 'locked' })
  expect((await unlock(stage)).doc).toMatchObject({ ok: true })
  expect(await state(stage)).toMatchObject({ backend: 'vault', state: 'ready' })
  expect((await stage.json(['accounts'])).doc).toMatchObject({ ok: true, data: { accounts: [{ password: false }] } })
})

it('nobody there for the time that the settings say: locked; memory opens itself at the next call, a vault wants its passphrase', async () => {
  const soon = { lock: { idleMinutes: 0.05 } }
  await using memory = await openStage({ config: soon })
  await memory.login()
  const lockedIdle = async (stage: Stage) => ((await state(stage)) as { locked?: string }).locked === 'idle'
  // Asking is being there: each question begins the time anew.
  const after = async (stage: Stage) => { await new Promise((resolve) => { setTimeout(resolve, 5_000) }); return lockedIdle(stage) }
  await until('it locks', () => after(memory), 60_000)
  expect((await memory.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  expect(await state(memory)).not.toHaveProperty('locked')

  await using vault = await vaultStage(soon)
  await vault.login()
  await until('it locks', () => after(vault), 60_000)
  expect(await state(vault)).toMatchObject({ state: 'locked' })
  expect((await vault.json(['call', 'grades.list'])).doc).toMatchObject({ ok: false, error: { code: 'CALL_LOCKED' } })
  expect((await unlock(vault)).doc).toMatchObject({ ok: true })
  expect((await vault.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
})

if (whyNoTerminal) console.warn(whyNoTerminal)
it.skipIf(whyNoTerminal)('at a terminal the passphrase is typed and never shown: twice where it is new, again where it was wrong', async () => {
  await using stage = await vaultStage()
  await stage.login()
  const type = async (command: readonly string[], lines: readonly (readonly [string, string])[], end: string): Promise<string> => {
    using terminal = openTerminal(stage, command)
    for (const [question, text] of lines) {
      await terminal.sees(question)
      terminal.type(text)
      terminal.press('Enter')
      await new Promise((resolve) => { setTimeout(resolve, 100) })
    }
    const screen = await terminal.sees(end)
    for (const [, text] of lines) expect(screen).not.toContain(text)
    return screen
  }
  const before = readFileSync(vaultOf(stage))
  expect(await type(['keystore', 'rotate'], [['保险库的口令', passphrase], ['新口令', 'one of many words'], ['再输入一次', 'one of many birds']], 'exit=2')).toContain('两次输入的口令不一样')
  expect(readFileSync(vaultOf(stage)).equals(before)).toBe(true)
  await type(['keystore', 'rotate'], [['保险库的口令', passphrase], ['新口令', 'one of many words'], ['再输入一次', 'one of many words']], 'exit=0')
  await stage.json(['lock'])
  expect(await type(['keystore', 'unlock'], [['保险库的口令', passphrase]], 'exit=5')).toContain('口令不对')
  await type(['keystore', 'unlock'], [['保险库的口令', 'one of many words']], 'exit=0')
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
})
