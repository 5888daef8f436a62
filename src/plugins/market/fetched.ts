import type { Door } from '../../host/net/door.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { DocumentFiles } from '../document/document-files.ts'

/** A whole folder as it was read, before anything of it is believed. */
export interface Fetched {
  readonly files: DocumentFiles
  /** The final URL, after redirects, with the commit where there is one; a folder's path. */
  readonly from: string
  readonly commit: string | null
  /** A commit of exactly the official repository, on the way of its default branch. */
  readonly official: boolean
}

/** Who fetches: the one door, and how to give up. */
export interface Fetching {
  readonly door: Pick<Door, 'request'>
  readonly signal: AbortSignal
}

/** What a plugin's folder may have at most, recordings included. What counts of it as the document is less (`budgets.documentBytes`). */
export const folderLimits = { files: 100, bytes: 2 * 1024 * 1024, depth: 5 } as const

/** Counts a folder's files as they come. Throws `MARKET_LIMIT` at the first that is too many. */
export function folderMeter(): { add(name: string, bytes: number): void; readonly left: number } {
  let [files, bytes] = [0, 0]
  return {
    add(name, more) {
      files += 1
      bytes += more
      if (files > folderLimits.files) throw new HarnessError('MARKET_LIMIT', { what: 'files', limit: folderLimits.files })
      if (bytes > folderLimits.bytes) throw new HarnessError('MARKET_LIMIT', { what: 'bytes', limit: folderLimits.bytes })
      if (name.split('/').length > folderLimits.depth) throw new HarnessError('MARKET_LIMIT', { what: 'depth', limit: folderLimits.depth })
    },
    get left() { return folderLimits.bytes - bytes },
  }
}

/** What begins with a dot is an editor's or Git's, and no part of a document (`checkFiles` lets no such name in). */
export const isAside = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'))
