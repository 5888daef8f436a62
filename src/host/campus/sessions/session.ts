import { CookieJar } from 'tough-cookie'
import { z } from 'zod'

/**
 * One account's session of one service. `version` rises with every session made, so that whoever finds one ended says
 * which one, and a late failure cannot take a newer one away (bug-log 178).
 */
export interface Session {
  readonly account: string
  readonly service: string
  readonly version: number
  readonly jar: CookieJar
  /** A bearer token, where the service has one. */
  readonly token: string | undefined
  readonly device: string
  /** Milliseconds since the epoch, where the service says. */
  readonly expiresAt: number | undefined
  /** Milliseconds since the epoch of the last positive proof that it is alive. */
  provedAt: number
  /** The jump made, or being made, for each bridge's prefix. */
  readonly crossings: Map<string, Promise<void>>
  /** Settles when the last request that the host writes is answered: they go one after the other. */
  writing: Promise<void>
}

const stored = z.object({
  jar: z.unknown(), token: z.string().optional(), device: z.string(), expiresAt: z.number().optional(), provedAt: z.number(),
})

/** The bytes the keystore keeps. */
export function serialiseSession(session: Session): Buffer {
  const { jar, token, device, expiresAt, provedAt } = session
  return Buffer.from(JSON.stringify({ jar: jar.serializeSync(), token, device, expiresAt, provedAt }))
}

/** Undefined for bytes that are no session: then there is none, and the account signs in again. */
export function parseSession(bytes: Buffer, account: string, service: string, version: number): Session | undefined {
  try {
    const { jar, token, device, expiresAt, provedAt } = stored.parse(JSON.parse(bytes.toString('utf8')))
    return { account, service, version, jar: CookieJar.deserializeSync(JSON.stringify(jar)), token, device, expiresAt, provedAt, crossings: new Map(), writing: Promise.resolve() }
  } catch {
    return undefined
  }
}

/** A session this close to its end, in milliseconds, counts as over, so that none dies on its way. */
const marginMs = 60_000

export const isOver = (session: Session, now: number): boolean => session.expiresAt !== undefined && now >= session.expiresAt - marginMs
