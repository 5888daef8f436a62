import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A built file of `dist/`, found from wherever this code runs: beside it in a bundle, above it in the source tree. */
export function bundlePath(name: string): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    for (const candidate of [join(folder, name), join(folder, 'dist', name)]) if (existsSync(candidate)) return candidate
    if (dirname(folder) === folder) return join(__dirname, name)
  }
}

/** A folder that ships beside `dist/`, e.g. `plugins/documents`. */
export function shippedPath(...parts: readonly string[]): string {
  return join(dirname(dirname(bundlePath('cli.cjs'))), ...parts)
}
