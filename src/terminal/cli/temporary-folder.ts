import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writable } from '../../daemon/protocol/private-place.ts'

/** A new folder of this user's alone, where temporary files go. Throws `DAEMON_PLACE_UNWRITABLE`. */
export function makeTemporaryFolder(prefix: string): string {
  const place = tmpdir()
  return writable(place, () => mkdtempSync(join(place, prefix)))
}
