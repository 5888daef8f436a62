import { type FSWatcher, statSync, watch } from 'node:fs'
import type { InstalledRows } from '../plugins/market/installed-rows.ts'

/** Folders on this machine that plugins were installed from: what their author saves is looked at like any other link's news. */
export interface FolderWatch {
  /** Which folders those are may have changed. */
  sync(): void
  close(): void
}

/** An editor writes several times for one save, in milliseconds. */
const restMs = 300

/** @param look called for a plugin whose folder was written to, once it rests */
export function watchFolders(rows: Pick<InstalledRows, 'all'>, look: (plugin: string) => void): FolderWatch {
  const watched = new Map<string, { readonly path: string; readonly stop: () => void }>()
  const start = (plugin: string, path: string): void => {
    let rest: NodeJS.Timeout | undefined
    const watcher = open(path, () => {
      clearTimeout(rest)
      rest = setTimeout(() => look(plugin), restMs).unref()
    })
    watched.set(plugin, { path, stop: () => { clearTimeout(rest); watcher?.close() } })
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

/** A folder that is gone, or a packed file, is not watched: `pkuh plugin update` looks at it. */
function open(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    if (!statSync(path).isDirectory()) return undefined
    return watch(path, { recursive: true, persistent: false }, onChange).on('error', () => undefined)
  } catch {
    return undefined
  }
}
