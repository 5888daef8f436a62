import { existsSync, readFileSync } from 'node:fs'
import { it } from 'vitest'

const shared = new URL('../../../shared/data/', import.meta.url)

/**
 * A test over data beside the repository. Where they are absent it is skipped and says so; with CI=true that is a failure.
 * @param path below `../shared/data`.
 */
export function itWithShared(path: string, sentence: string, run: (text: string) => void | Promise<void>, timeoutMs?: number): void {
  const file = new URL(path, shared)
  const absent = !existsSync(file)
  it.skipIf(absent && process.env['CI'] !== 'true')(`${sentence}${absent ? ` (no ../shared/data/${path})` : ''}`, () => run(readFileSync(file, 'utf8')), timeoutMs)
}
