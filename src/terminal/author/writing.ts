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
