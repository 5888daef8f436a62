import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'
import { readArchive } from '../author/archive.ts'
import { type Fetched, folderLimits, folderMeter } from './fetched.ts'
import { unreadable } from './unreadable.ts'

/** What `pkuh plugin pack` wrote beside the files' own bytes: a head and at most one block more each, and its end. */
const mostBytes = folderLimits.bytes + folderLimits.files * 1_024 + 1_024

/** A packed plugin on this machine, as its folder would be read. Throws `AUTHOR_ARCHIVE`, `MARKET_LIMIT`, `MARKET_PATH_GONE` or `MARKET_UNREADABLE`. */
export function readPacked(path: string): Fetched {
  const meter = folderMeter()
  const files = readArchive(bytesOf(path), basename(path).slice(0, 80))
  for (const [name, bytes] of files) meter.add(name, bytes.byteLength)
  return { files, from: path, commit: null, official: false }
}

function bytesOf(path: string): Uint8Array {
  try {
    const found = statSync(path)
    if (!found.isFile()) throw new HarnessError('MARKET_FILE_KIND', { file: basename(path).slice(0, 80) })
    if (found.size > mostBytes) throw new HarnessError('MARKET_LIMIT', { what: 'bytes', limit: folderLimits.bytes })
    return readFileSync(path)
  } catch (cause) {
    throw unreadable(path, cause)
  }
}
