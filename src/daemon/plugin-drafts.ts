import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrivateDirectory, replacePrivateFile } from '../host/store/private-file.ts'
import type { Store } from '../host/store/store.ts'
import { findingWords } from '../plugins/author/lint/finding.ts'
import { lintDocument } from '../plugins/author/lint/lint-document.ts'
import { contentHash } from '../plugins/document/document-files.ts'
import { isAside } from '../plugins/market/fetched.ts'
import { readFolder } from '../plugins/market/read-folder.ts'
import { HarnessError } from '../rules/errors/index.ts'

export interface Draft {
  readonly folder: string
  readonly problems: readonly string[]
  /** Where the folder of before is now, if the person had changed something in it. */
  readonly kept?: string
}

export interface DraftHouse {
  readonly settings: Store['settings']
  /** Where drafts go, a folder each. */
  readonly drafts: string
}

/** How many problems of a draft are told. */
const mostProblems = 20

/**
 * Puts a draft of the assistant's in the place of its earlier one, whole, and checks it. What the person changed there is theirs: it is
 * moved aside and stays. Throws `STORE_*` where the disk does not take it.
 */
export function writeDraft(id: string, texts: Readonly<Record<string, string>>, { settings, drafts }: DraftHouse): Draft {
  const [folder, begun] = [join(drafts, id), join(drafts, `.${id}.new`)]
  ensurePrivateDirectory(drafts)
  rmSync(begun, { recursive: true, force: true })
  for (const [name, text] of Object.entries(texts)) replacePrivateFile(join(begun, name), text)
  const written = `plugin.drafted.${id}`
  const isOurs = !existsSync(folder) || hashOf(folder) === settings.get(written)
  const kept = isOurs ? undefined : freeName(folder)
  if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  else renameSync(folder, kept)
  renameSync(begun, folder)
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]))
  settings.put(written, contentHash(files))
  const problems = lintDocument(files, 'community').slice(0, mostProblems).map((finding) => `${finding.code}: ${findingWords(finding, 'en').says}`)
  return { folder, problems, ...(kept === undefined ? {} : { kept }) }
}

/** Of all that is in a folder; undefined where something is that no draft has. */
function hashOf(folder: string): string | undefined {
  if (readdirSync(folder, { encoding: 'utf8', recursive: true }).some((name) => isAside(name.replaceAll('\\', '/')))) return undefined
  try {
    return contentHash(readFolder(folder).files)
  } catch (error) {
    if (error instanceof HarnessError) return undefined
    throw error
  }
}

function freeName(folder: string): string {
  for (let at = 1; ; at++) if (!existsSync(`${folder}.kept-${at}`)) return `${folder}.kept-${at}`
}
