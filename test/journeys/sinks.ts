import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { connectTo } from './database.ts'

/** Every file below a folder: the database and its WAL, the log, settings, indexes. */
export function files(folder: string): Map<string, Buffer> {
  return new Map(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)).map((path) => [`file ${relative(folder, path)}`, readFileSync(path)]))
}

/** Every value of every table, so that nothing hides where a page ends. */
export function tables(path: string): Map<string, Buffer> {
  using database = connectTo(path)
  return new Map(database.names().map((name) => [`table ${name}`, Buffer.from(database.rows(name).map((row) => JSON.stringify(row)).join('\n'))]))
}

/** Arguments and environment of every process whose environment names this folder, and of their children by that. */
export function processes(home: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environ = readFileSync(`/proc/${pid}/environ`)
      if (!environ.includes(home)) continue
      found.set(`process ${pid} ${readlinkSync(`/proc/${pid}/exe`).split('/').at(-1)}`, Buffer.concat([readFileSync(`/proc/${pid}/cmdline`), Buffer.from('\0'), environ]))
    } catch { /* it ended meanwhile, or is not ours to read */ }
  }
  return found
}
