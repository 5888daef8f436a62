import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'
import { folderLimits, folderMeter, isAside, type Fetched } from './fetched.ts'

/**
 * A folder on this machine, whole. Nothing in it is followed: a link, a device or a pipe is `MARKET_FILE_KIND`. Throws
 * `MARKET_LIMIT`, and `MARKET_GONE` for a folder that cannot be read.
 */
export function readFolder(path: string): Fetched {
  const files = new Map<string, Uint8Array>()
  const meter = folderMeter()
  const walk = (folder: string, before: string): void => {
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
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('MARKET_GONE', { host: 'localhost', what: path.slice(0, 200) }, { cause })
  }
  return { files, from: path, commit: null, official: false }
}

/** Looked at once it is open, so that nothing can take its place in between; never waits, as opening a pipe would. */
function readPlain(path: string, name: string, left: number): Uint8Array {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (cause) {
    throw new HarnessError('MARKET_FILE_KIND', { file: name.slice(0, 80) }, { cause })
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
