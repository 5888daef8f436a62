import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { folderLimits, isAside } from '../plugins/market/fetched.ts'
import type { InstalledRows } from '../plugins/market/installed-rows.ts'

/** Folders on this machine that plugins were installed from: what their author saves is looked at like any other link's news. */
export interface FolderWatch {
  /** Which folders those are may have changed. */
  sync(): void
  close(): void
}

/** An editor writes several times for one save; a folder is asked whether it is still the one at its path. Both in milliseconds. */
const usual = { restMs: 300, askMs: 2_000 }

/** @param look called for a plugin whose folder was written to, once it rests, and once when it begins to be watched */
export function watchFolders(rows: Pick<InstalledRows, 'all'>, look: (plugin: string) => void, { restMs, askMs } = usual): FolderWatch {
  const watched = new Map<string, { readonly path: string; readonly stop: () => void }>()
  const start = (plugin: string, path: string): void => {
    let rest: NodeJS.Timeout | undefined
    let place = placeOf(path)
    const changed = (): void => {
      clearTimeout(rest)
      // A folder in it may be new, or gone.
      rest = setTimeout(() => { watchers.close(); place = placeOf(path); watchers = open(path, changed); look(plugin) }, restMs).unref()
    }
    let watchers = open(path, changed)
    // The system watches a folder and not its path: one that was moved away and made anew, as a checkout does, would be seen no more.
    const ask = setInterval(() => {
      const now = placeOf(path)
      if (now === place) return
      place = now
      if (now !== undefined) changed()
    }, askMs).unref()
    // What was saved while nobody watched: while the daemon was down, or while the sheet was read.
    changed()
    watched.set(plugin, { path, stop: () => { clearTimeout(rest); clearInterval(ask); watchers.close() } })
  }
  return {
    sync() {
      const wanted = new Map([...rows.all()].flatMap(([plugin, { source }]) => (source.kind === 'folder' ? [[plugin, source.path] as const] : [])))
      for (const [plugin, { path, stop }] of watched) if (wanted.get(plugin) !== path) { stop(); watched.delete(plugin) }
      for (const [plugin, path] of wanted) if (!watched.has(plugin)) start(plugin, path)
    },
    close() { for (const { stop } of watched.values()) stop() },
  }
}

/** Which folder it is that stands at a path; undefined where none does. A packed file is not watched: `pkuh plugin update` looks at it. */
function placeOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true })
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined
  } catch {
    return undefined
  }
}

/** The folder and those in it that an install would read: not what begins with a dot, such as Git's, which may hold thousands. */
function open(path: string, onChange: () => void): { close(): void } {
  const watchers: FSWatcher[] = []
  const walk = (folder: string, depth: number): void => {
    if (depth > folderLimits.depth || watchers.length >= folderLimits.files) return
    try {
      watchers.push(watch(folder, { persistent: false }, (_, name) => { if (name === null || !isAside(name)) onChange() }).on('error', () => undefined))
      for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory() && !isAside(entry.name)) walk(join(folder, entry.name), depth + 1)
    } catch { /* gone, or not to be read: the next change around it, or its path, is seen */ }
  }
  if (placeOf(path) !== undefined) walk(path, 1)
  return { close: () => { for (const one of watchers) one.close() } }
}
