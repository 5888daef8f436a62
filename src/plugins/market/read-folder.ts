import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'
import { folderLimits, folderMeter, isAside, type Fetched } from './fetched.ts'
import { systemCode, unreadable } from './unreadable.ts'

/**
 * A folder on this machine, whole. Nothing in it is followed: a link, a device or a pipe is `MARKET_FILE_KIND`. Throws
 * `MARKET_LIMIT`, `MARKET_UNREADABLE` for what the system does not let one read, and `MARKET_PATH_GONE` for a folder that is not there.
 */
export function readFolder(path: string): Fetched {
  const files = new Map<string, Uint8Array>()
  const meter = folderMeter()
  let folders = 0
  const walk = (folder: string, before: string): void => {
    // Empty ones hold nothing that would be counted, and each is read while the daemon waits.
    if (++folders > folderLimits.files) throw new HarnessError('MARKET_LIMIT', { what: 'folders', limit: folderLimits.files })
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${before}${entry.name}`
      if (isAside(entry.name)) continue
      if (entry.isDirectory()) {
        if (name.split('/').length >= folderLimits.depth) throw new HarnessError('MARKET_LIMIT', { what: 'depth', limit: folderLimits.depth })
        walk(join(folder, entry.name), `${name}/`)
      } else {
        const bytes = readPlain(join(folder, entry.name), name, meter.left)
        meter.add(name, bytes.byteLength)
        files.set(name, bytes)
      }
    }
  }
  try {
    walk(path, '')
  } catch (cause) {
    throw unreadable(path, cause)
  }
  return { files, from: path, commit: null, official: false }
}

/** Looked at once it is open, so that nothing can take its place in between; never waits, as opening a pipe would. */
function readPlain(path: string, name: string, left: number): Uint8Array {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (cause) {
    const code = systemCode(cause)
    // Opening a link is refused with one of these, a socket or a device with the other two.
    if (['ELOOP', 'EMLINK', 'ENXIO', 'ENODEV'].includes(code)) throw new HarnessError('MARKET_FILE_KIND', { file: name.slice(0, 80) }, { cause })
    // A name that is no UTF-8 reads as one that is not there.
    throw new HarnessError('MARKET_UNREADABLE', { file: name.slice(0, 80), reason: code }, { cause })
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new HarnessError('MARKET_FILE_KIND', { file: name.slice(0, 80) })
    if (found.size > left) throw new HarnessError('MARKET_LIMIT', { what: 'bytes', limit: folderLimits.bytes })
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}
