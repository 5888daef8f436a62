import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'

/** Writes a file that the person named or owns. Throws `FILE_EXISTS` where it must be new and is there, `FILE_UNWRITABLE` otherwise. */
export function writing(path: string, write: (path: string) => void): void {
  try {
    write(path)
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw new HarnessError(exists ? 'FILE_EXISTS' : 'FILE_UNWRITABLE', { path }, { cause })
  }
}

/** A file that is not there yet, with its folder; half a one is not left. Throws as `writing` does. */
export function writeNew(path: string, content: string | Uint8Array): void {
  writing(path, (at) => {
    mkdirSync(dirname(at), { recursive: true })
    writeWhole(at, content)
  })
}

/** In the place of a file that is there: whoever reads it, also after a disk that was full, finds the old content or the new. Throws as `writing` does. */
export function writeOver(path: string, content: string | Uint8Array): void {
  writing(path, (at) => {
    // Begins with a dot: no part of a plugin while it is there.
    const beside = join(dirname(at), `.${basename(at)}.${process.pid}.new`)
    writeWhole(beside, content)
    try {
      chmodSync(beside, statSync(at).mode & 0o777)
      renameSync(beside, at)
    } catch (error) {
      rmSync(beside, { force: true })
      throw error
    }
  })
}

function writeWhole(path: string, content: string | Uint8Array): void {
  // It makes the file, or throws and there was one.
  writeFileSync(path, '', { flag: 'wx' })
  try {
    writeFileSync(path, content)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}
