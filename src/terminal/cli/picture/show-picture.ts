import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateWords as w } from '../../../rules/words/cli.ts'
import type { Io } from '../io.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { drawModules, drawPicture } from './half-blocks.ts'
import { qrModules } from './qr-modules.ts'
import { kindOf, readPicture } from './read-picture.ts'

/**
 * Shows a picture from outside to the person: drawn where the terminal has the room, else in a file (0600) whose path is
 * told. Returns how to take the file away again.
 */
export async function showPicture(bytes: Uint8Array, what: 'qr' | 'captcha', io: Io): Promise<() => void> {
  const lines = await draw(bytes, what, io)
  if (lines) {
    // Not by way of `talk`, which lets nobody's text draw: these characters are ours, and only the picture's greys came from outside.
    io.stderr.write(`${lines.join('\n')}\n`)
    return () => {}
  }
  const folder = makeTemporaryFolder('pkuh-picture-')
  const path = join(folder, `${what}.${kindOf(bytes) ?? 'bin'}`)
  writeFileSync(path, bytes, { mode: 0o600 })
  io.tell(io.say(w.imageAt, { path }))
  return () => rmSync(folder, { recursive: true, force: true })
}

async function draw(bytes: Uint8Array, what: 'qr' | 'captcha', { stderr, env }: Io): Promise<string[] | undefined> {
  if (!stderr.isTTY || env['TERM'] === 'dumb') return undefined
  const picture = await readPicture(bytes)
  if (!picture) return undefined
  // A full line would make some terminals go on to the next by themselves.
  const room = { columns: stderr.columns - 1, rows: stderr.rows }
  if (what === 'captcha') return drawPicture(picture, room)
  const modules = qrModules(picture)
  return modules && drawModules(modules, room)
}
