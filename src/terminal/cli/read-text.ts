import { readFileSync } from 'node:fs'
import { HarnessError } from '../../rules/errors/index.ts'

/** A file the person named. Throws `FILE_UNREADABLE`. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new HarnessError('FILE_UNREADABLE', { path }, { cause })
  }
}
