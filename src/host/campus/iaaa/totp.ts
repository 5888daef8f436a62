import { createHmac } from 'node:crypto'

/** PKU's mobile token: HMAC-SHA-1, 6 digits, 30-second steps from the epoch (protocols §1.8). */
export const stepMs = 30_000
/** A code with less than this left would expire on its way (bug-log 121). */
export const lastMs = 3_000

/**
 * The code of one step (RFC 4226 §5.3 with RFC 6238's counter). `digits` is 6 for PKU; the RFC's own vectors have 8.
 * @param step whole steps since the epoch
 */
export function totp(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** A code is sent in its own step; by the server's next Date, right to a second, that step may lie this far ahead and no further. */
const mostAhead = 2

/**
 * Which step to take and how long to wait for it, in milliseconds: three steps at most. Never a step that was used
 * (bug-log 122), never one with under three seconds left.
 * @param serverNow the server's clock, milliseconds since the epoch
 * @param lastStep the last step a code was sent for, or -1; one far ahead was noted under a wrong clock and says nothing
 */
export function planStep(serverNow: number, lastStep: number): { readonly step: number; readonly waitMs: number } {
  const running = Math.floor(serverNow / stepMs)
  const usable = stepMs - (serverNow - running * stepMs) > lastMs ? running : running + 1
  const step = lastStep > running + mostAhead ? usable : Math.max(usable, lastStep + 1)
  return { step, waitMs: Math.max(0, step * stepMs - serverNow) }
}
