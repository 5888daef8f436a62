import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ensurePrivateDirectory, replacePrivateFile } from '../../host/store/private-file.ts'
import { contentHash, type DocumentFiles } from '../document/document-files.ts'

/** Pairs, since a file may have any name, `__proto__` too. */
const copy = z.strictObject({ files: z.array(z.tuple([z.string(), z.base64()])) })

/** A copy, or what a process that died had begun of one. */
const copyForm = /^([0-9a-f]{64})\.json(?:\.\d{1,10}\.new)?$/

/**
 * The bytes of installed plugins, one file a version under the name of its hash, so that a version is there whole or not
 * at all. Which one runs is a row of the database: a copy that no row names is nobody's.
 */
export interface StoredCopies {
  /** On the disk when it returns. */
  keep(files: DocumentFiles): string
  /** Undefined where the copy is gone or is not what its hash says. */
  read(hash: string): DocumentFiles | undefined
  /** Takes away every copy that is not among these, as far as the disk lets it: one that stays is nobody's all the same. What is no copy is left alone. */
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
      for (const name of names) {
        const hash = copyForm.exec(name)?.[1]
        if (hash === undefined || (kept.has(hash) && name === `${hash}.json`)) continue
        try { rmSync(join(folder, name), { force: true }) } catch { /* read-only, or a folder: a start must not fail of it */ }
      }
    },
  }
}

function readUnlinked(path: string): string {
  // Never waits, as opening a pipe would.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  try {
    if (!fstatSync(file).isFile()) throw new Error('no file')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
