import { HarnessError } from '../../rules/errors/index.ts'
import type { DocumentFiles } from '../document/document-files.ts'

/** A plugin's folder in one file: a ustar archive of nothing but its files, in the order of their names, without times, owners or modes. */
export const archiveEnding = '.pkuh.tar'

/** The same bytes for the same files. Throws `DOC_FILE_NAME` for a name that no archive holds. */
export function packArchive(files: DocumentFiles): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.concat([...sorted.flatMap(([name, bytes]) => [head(name, bytes.byteLength), bytes, Buffer.alloc(-bytes.byteLength & 511)]), Buffer.alloc(1024)])
}

/** Its files. Throws `AUTHOR_ARCHIVE` for whatever `packArchive` would not have written in exactly this way: links, folders, odd fields, something behind the end. */
export function readArchive(bytes: Uint8Array, file: string): DocumentFiles {
  const files = new Map<string, Uint8Array>()
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 512 <= all.length && all[at] !== 0;) {
    const size = Number.parseInt(all.toString('latin1', at + 124, at + 135), 8)
    const name = [text(all, at + 345, 155), text(all, at, 100)].filter((part) => part !== '').join('/')
    if (!Number.isSafeInteger(size) || size < 0 || at + 512 + size > all.length) break
    files.set(name, all.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  if (files.size === 0 || !Buffer.from(packArchive(files)).equals(all)) throw new HarnessError('AUTHOR_ARCHIVE', { file })
  return files
}

const text = (all: Buffer, from: number, length: number): string => all.toString('utf8', from, from + length).split('\0', 1)[0] ?? ''

/** POSIX.1-1988, ustar: octal fields end in a zero byte; the sum is over the head with spaces in its own place. */
function head(name: string, size: number): Buffer {
  const made = Buffer.alloc(512)
  const cut = Buffer.byteLength(name) <= 100 ? -1 : name.indexOf('/', Buffer.byteLength(name) - 101)
  const [prefix, base] = cut === -1 ? ['', name] : [name.slice(0, cut), name.slice(cut + 1)]
  if (Buffer.byteLength(base) > 100 || Buffer.byteLength(prefix) > 155) throw new HarnessError('DOC_FILE_NAME', { file: name.slice(0, 80) })
  const put = (part: string, at: number) => { Buffer.from(part).copy(made, at) }
  const octal = (value: number, at: number, length: number) => put(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  put(base, 0)
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  put(`${' '.repeat(8)}0`, 148)
  put('ustar\x0000', 257)
  put(prefix, 345)
  put(`${made.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148)
  return made
}
