import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'
import { type DocumentFiles, mainFile } from '../document/document-files.ts'
import { readFolder } from '../market/read-folder.ts'

/** The files of a plugin's folder, as an install would read them; the folder may be named by its PLUGIN.md too. Throws `AUTHOR_FOLDER_MISSING`, `MARKET_*`. */
export function readPlugin(path: string): { readonly folder: string; readonly files: DocumentFiles } {
  const folder = resolve(path.endsWith(`/${mainFile}`) || path === mainFile ? path.slice(0, -mainFile.length) || '.' : path)
  if (!isFolder(folder)) throw new HarnessError('AUTHOR_FOLDER_MISSING', { path: path.slice(0, 200) })
  const { files } = readFolder(folder)
  if (!files.has(mainFile)) throw new HarnessError('AUTHOR_FOLDER_MISSING', { path: path.slice(0, 200) })
  return { folder, files }
}

function isFolder(path: string): boolean {
  try { return statSync(path).isDirectory() } catch { return false }
}
