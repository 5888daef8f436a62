import { parseSeed } from './base32.ts'
import { lastMs, stepMs } from './totp.ts'

/** What is wrong with a seed as it was given: nothing of the given text, which is a secret, stands in it. */
export type SeedProblem = 'form' | 'short' | 'kind' | 'algorithm' | 'digits' | 'period' | 'account'

/** Ten bytes: less is no seed that any issuer gives, and is more likely a part of one. */
const fewestBytes = 10

/**
 * A token's seed as people have it, Base32 (grouped, in any case) or a whole `otpauth://totp/…` address, in the one form
 * that is stored. An address that says another kind, hash, length or step than PKU's token has (protocols §1.8), or that names
 * another student number, is refused: its codes would only fail, and each costs an attempt.
 */
export function readSeed(given: string, account: string): { readonly seed: string } | { readonly problem: SeedProblem } {
  const text = given.trim()
  const read = /^otpauth:/i.test(text) ? fromAddress(text, account) : { secret: text }
  if ('problem' in read) return read
  const key = parseSeed(read.secret)
  if (!key) return { problem: 'form' }
  const short = key.length < fewestBytes
  key.fill(0)
  return short ? { problem: 'short' } : { seed: read.secret.replaceAll(/[\s=-]/g, '').toUpperCase() }
}

function fromAddress(text: string, account: string): { readonly secret: string } | { readonly problem: SeedProblem } {
  if (!URL.canParse(text)) return { problem: 'form' }
  const { host, pathname, searchParams } = new URL(text)
  const differs = (name: string, ours: string): boolean => (searchParams.get(name) ?? ours).toUpperCase() !== ours
  if (host.toLowerCase() !== 'totp') return { problem: 'kind' }
  if (differs('algorithm', 'SHA1')) return { problem: 'algorithm' }
  if (differs('digits', '6')) return { problem: 'digits' }
  if (differs('period', '30')) return { problem: 'period' }
  const named = /(?<!\d)\d{10}(?!\d)/.exec(pathname)?.[0]
  if (named !== undefined && named !== account) return { problem: 'account' }
  return { secret: searchParams.get('secret') ?? '' }
}

/** Milliseconds until a code can be sent by the server's clock: 0, or what is left of a step that ends too soon. */
export function waitForCode(serverNow: number): number {
  const left = stepMs - (serverNow % stepMs)
  return left > lastMs ? 0 : left
}
