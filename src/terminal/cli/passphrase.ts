import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { HarnessError } from '../../rules/errors/index.ts'
import { keystoreWords as w } from '../../rules/words/keystore.ts'
import type { Io } from './io.ts'
import { prompt } from './prompt.ts'

/** Where a passphrase comes from that nobody types: an open descriptor, or the first line that a command of the person's prints. Never the line or the environment. */
export interface PassphraseSource { readonly fd?: string | undefined; readonly command?: string | undefined }

/** Throws `KEYSTORE_PASSPHRASE_NEEDED` where there is none and nobody to ask. */
export async function passphrase(source: PassphraseSource, io: Io): Promise<string> {
  return firstLine(source) ?? given(await prompt(io.say(w.passphrase), io, true))
}

/** One that is to be remembered: typed twice. Throws `KEYSTORE_PASSPHRASES_DIFFER`, `KEYSTORE_PASSPHRASE_NEEDED`. */
export async function newPassphrase(source: PassphraseSource, io: Io): Promise<string> {
  const read = firstLine(source)
  if (read !== undefined) return read
  const typed = given(await prompt(io.say(w.newPassphrase), io, true))
  if (await prompt(io.say(w.again), io, true) !== typed) throw new HarnessError('KEYSTORE_PASSPHRASES_DIFFER')
  return typed
}

function given(text: string | undefined): string {
  if (text === undefined || text === '') throw new HarnessError('KEYSTORE_PASSPHRASE_NEEDED')
  return text
}

function firstLine({ fd, command }: PassphraseSource): string | undefined {
  if (fd === undefined && command === undefined) return undefined
  try {
    const text = fd === undefined ? execSync(command ?? '', { encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] }) : readFileSync(descriptor(fd), 'utf8')
    return given(text.split(/\r?\n/, 1)[0])
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    // Not the command's own words: it may have printed the passphrase.
    throw new HarnessError('KEYSTORE_PASSPHRASE_NEEDED')
  }
}

function descriptor(text: string): number {
  const fd = Number(text)
  if (!/^\d{1,4}$/.test(text)) throw new HarnessError('KEYSTORE_PASSPHRASE_NEEDED')
  return fd
}
