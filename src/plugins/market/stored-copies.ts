import { closeSync, constants, openSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ensurePrivateDirectory, replacePrivateFile } from '../../host/store/private-file.ts'
import { contentHash, type DocumentFiles } from '../document/document-files.ts'

/** Pairs, since a file may have any name, `__proto__` too. */
const copy = z.strictObject({ files: z.array(z.tuple([z.string(), z.base64()])) })

/**
 * The bytes of installed plugins, one file a version under the name of its hash, so that a version is there whole or not
 * at all. Which one runs is a row of the database: a copy that no row names is nobody's.
 */
export interface StoredCopies {
  /** On the disk when it returns. */
  keep(files: DocumentFiles): string
  /** Undefined where the copy is gone or is not what its hash says. */
  read(hash: string): DocumentFiles | undefined
  /** Takes away every copy that is not among these. */
  sweep(kept: ReadonlySet<string>): void
}

export function storedCopies(folder: string): StoredCopies {
  const pathOf = (hash: string): string => join(folder, `${hash}.json`)
  return {
    keep(files) {
      ensurePrivateDirectory(folder)
      const hash = contentHash(files)
      replacePrivateFile(pathOf(hash), JSON.stringify({ files: [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]) }))
      return hash
    },
    read(hash) {
      try {
        const { files } = copy.parse(JSON.parse(readUnlinked(pathOf(hash))))
        const found = new Map(files.map(([name, text]) => [name, new Uint8Array(Buffer.from(text, 'base64'))]))
        return contentHash(found) === hash ? found : undefined
      } catch {
        return undefined
      }
    },
    sweep(kept) {
      let names: string[]
      try { names = readdirSync(folder) } catch { return }
      for (const name of names) if (!kept.has(name.replace(/\.json$/, ''))) rmSync(join(folder, name), { force: true })
    },
  }
}

function readUnlinked(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
