import { z } from 'zod'
import type { Store } from '../../host/store/store.ts'
import { isObject, type Json } from '../../rules/json.ts'
import { sourceSchema } from './source.ts'

const version = {
  /** SHA-256 of the content, under which its copy is stored. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  version: z.string(),
  /** The final URL it was read from. */
  from: z.string(),
  commit: z.string().nullable(),
}
const installed = z.strictObject({
  ...version, source: sourceSchema, trust: z.enum(['official', 'community']), verified: z.boolean(), installedAt: z.number(),
})
const waiting = z.strictObject(version)
export type InstalledRow = Readonly<z.output<typeof installed>>
export type WaitingRow = Readonly<z.output<typeof waiting>>

/** Which version of which plugin runs, and what waits for the person: rows of the settings, each put in one step. */
export interface InstalledRows {
  all(): ReadonlyMap<string, InstalledRow>
  get(plugin: string): InstalledRow | undefined
  put(plugin: string, row: InstalledRow): void
  waiting(plugin: string): WaitingRow | undefined
  wait(plugin: string, row: WaitingRow | undefined): void
  /** When its link was looked at last, in milliseconds since the epoch. */
  checkedAt(plugin: string): number
  check(plugin: string, at: number): void
  /** Whose storage stayed when a plugin was removed: its source, as a text. */
  leftBy(plugin: string): Json | undefined
  leave(plugin: string, source: Json | undefined): void
  /** Ids under which a folder's plugin is tried just now, or was when the daemon was killed. */
  tried(): readonly string[]
  try(plugin: string, on: boolean): void
  /** All but what it left. */
  drop(plugin: string): void
  /** Hashes of every copy that a row names, also one that this version of the host cannot read: a newer one may have written it. */
  hashes(): ReadonlySet<string>
}

export function installedRows(settings: Store['settings']): InstalledRows {
  const key = (kind: string, plugin: string): string => `plugin.${kind}.${plugin}`
  const put = (name: string, value: Json | undefined): void => { if (value === undefined) settings.delete(name); else settings.put(name, value) }
  const allOf = <T>(kind: string, schema: z.ZodType<T>): ReadonlyMap<string, T> => {
    const start = `plugin.${kind}.`
    return new Map(Object.entries(settings.list(start)).flatMap(([name, value]) => {
      const read = schema.safeParse(value)
      return read.success ? [[name.slice(start.length), read.data] as const] : []
    }))
  }
  const rows: InstalledRows = {
    all: () => allOf('installed', installed),
    get: (plugin) => installed.safeParse(settings.get(key('installed', plugin))).data,
    put: (plugin, row) => put(key('installed', plugin), row),
    waiting: (plugin) => waiting.safeParse(settings.get(key('waiting', plugin))).data,
    wait: (plugin, row) => put(key('waiting', plugin), row),
    checkedAt: (plugin) => z.number().safeParse(settings.get(key('checked', plugin))).data ?? 0,
    check: (plugin, at) => put(key('checked', plugin), at),
    leftBy: (plugin) => settings.get(key('left', plugin)),
    leave: (plugin, source) => put(key('left', plugin), source),
    tried: () => Object.keys(settings.list('plugin.tried.')).map((name) => name.slice('plugin.tried.'.length)),
    try: (plugin, on) => put(key('tried', plugin), on ? true : undefined),
    drop: (plugin) => { for (const kind of ['installed', 'waiting', 'checked']) put(key(kind, plugin), undefined) },
    hashes: () => new Set(['installed', 'waiting'].flatMap((kind) => Object.values(settings.list(`plugin.${kind}.`))).flatMap((row) => (isObject(row) && typeof row['hash'] === 'string' ? [row['hash']] : []))),
  }
  return rows
}
