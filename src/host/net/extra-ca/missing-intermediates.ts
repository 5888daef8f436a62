import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { own } from '../../../rules/json.ts'
import { alphaSslR62025 } from './alphassl-r6-2025.ts'

/** Host → PEM of the CA certificate that its server ought to send and does not. Used for these hosts' chains alone. */
export type MissingIntermediates = Readonly<Record<string, string>>

export const missingIntermediates: MissingIntermediates = { 'course.pku.edu.cn': alphaSslR62025 }

/**
 * What a connection to `host` is verified with where its server leaves a certificate out: the roots as ever, and that one, from
 * which a chain still has to lead to a root. Undefined for every other host. Node fetches no missing certificate by itself.
 * @param roots PEM; Node's own where it is undefined
 */
export function contextsFor(missing: MissingIntermediates, roots: string | undefined): (host: string) => SecureContext | undefined {
  const made = new Map<string, SecureContext>()
  return (host) => {
    const extra = own(missing, host)
    if (extra === undefined) return undefined
    const context = made.get(host) ?? createSecureContext({ ca: [...(roots === undefined ? rootCertificates : [roots]), extra], minVersion: 'TLSv1.2' })
    made.set(host, context)
    return context
  }
}
