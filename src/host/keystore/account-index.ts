import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import { replacePrivateFile } from '../store/private-file.ts'
import { itemName } from './item-name.ts'
import { secretKinds, type SecretRef } from './keystore.ts'

/** Which secrets were kept, by name; no values. With it a null from the keychain can be read as locked, not as absent. */
export interface AccountIndex {
  /** Throws `KEYSTORE_INDEX_DAMAGED` rather than take a broken index for an empty one. */
  list(): readonly SecretRef[]
  /** True when the name was not there. */
  add(ref: SecretRef): boolean
  remove(ref: SecretRef): void
}

const file = z.strictObject({
  version: z.literal(1),
  secrets: z.array(z.strictObject({ account: z.string(), kind: z.enum(secretKinds), name: z.string() })),
})

/** @param path of a JSON file, 0600, replaced as a whole; undefined keeps the names in memory only */
export function accountIndex(path: string | undefined): AccountIndex {
  let held: readonly SecretRef[] = []
  const list = () => (path === undefined ? held : read(path))
  const write = (secrets: readonly SecretRef[]) => {
    held = secrets
    if (path !== undefined) replacePrivateFile(path, `${JSON.stringify({ version: 1, secrets }, undefined, 2)}\n`)
  }
  const without = (ref: SecretRef) => list().filter((other) => itemName(other) !== itemName(ref))
  return {
    list,
    add: ({ account, kind, name }) => {
      const rest = without({ account, kind, name })
      const isNew = rest.length === list().length
      if (isNew) write([...rest, { account, kind, name }])
      return isNew
    },
    remove: (ref) => {
      const rest = without(ref)
      if (rest.length < list().length) write(rest)
    },
  }
}

function read(path: string): readonly SecretRef[] {
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8'))).secrets
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw new HarnessError('KEYSTORE_INDEX_DAMAGED', { path }, { cause })
  }
}
