import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** vitest's global setup: tests of real processes run what is built, so `dist/` is made anew when a source is newer. */
export default function buildOnce(): void {
  const built = existsSync('dist/sim.js') ? statSync('dist/sim.js').mtimeMs : 0
  if (newest(['src', 'plugins', 'fixtures', 'scripts']) > built) execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
}

const newest = (folders: readonly string[]): number => Math.max(...folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)))
