import { createHash } from 'node:crypto'
import { HarnessError } from '../../rules/errors/index.ts'
import { budgets } from './budgets.ts'

export type DocumentFiles = ReadonlyMap<string, Uint8Array>
export const mainFile = 'PLUGIN.md'

/** Names are relative and plain: letters, digits, `.`, `_`, `-`, with `/` between; no part starts with a dot. */
const nameForm = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}\/){0,4}[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/

/** Recordings count for nothing, so no part of a document may be one. */
export const isRecording = (name: string): boolean => name.startsWith('fixtures/')

/** Throws `DOC_FILE_NAME` or `DOC_SIZE_EXCEEDED` (all files but recordings count). */
export function checkFiles(files: DocumentFiles): void {
  let bytes = 0
  for (const [name, content] of files) {
    if (!nameForm.test(name)) throw new HarnessError('DOC_FILE_NAME', { file: name.slice(0, 80) })
    if (!isRecording(name)) bytes += content.byteLength
    if (bytes > budgets.documentBytes.limit) throw new HarnessError('DOC_SIZE_EXCEEDED', { file: name, line: 1, column: 1, limit: budgets.documentBytes.limit })
  }
}

/** One file's text, without a byte order mark. Throws `DOC_FILE_MISSING` or `DOC_ENCODING` (it must be UTF-8). */
export function readText(files: DocumentFiles, name: string): string {
  const bytes = files.get(name)
  if (!bytes) throw new HarnessError('DOC_FILE_MISSING', { file: name.slice(0, 80), in: mainFile, line: 1, column: 1 })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new HarnessError('DOC_ENCODING', { file: name }, { cause })
  }
}

/** SHA-256 over names and bytes in the order of the names, each with its length before it, so that no two sets of files share one. */
export function contentHash(files: DocumentFiles): string {
  const hash = createHash('sha256')
  const add = (part: Uint8Array) => {
    const length = Buffer.alloc(8)
    length.writeBigUInt64BE(BigInt(part.byteLength))
    hash.update(length).update(part)
  }
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    add(Buffer.from(name))
    add(bytes)
  }
  return hash.digest('hex')
}
