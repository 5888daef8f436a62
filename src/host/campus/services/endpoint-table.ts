import { type Effect, effects } from '../../../sdk/index.ts'
import type { Endpoint } from '../campus.ts'
import type { Service } from './service.ts'

type Class = Endpoint['effect']
type Notes = Partial<Pick<Endpoint, 'private' | 'irreversible'>>

/** A row of a service's table: `row('GET', '/x/*', 'read', 'record')`. Not private and reversible unless noted. */
export const row = (method: Endpoint['method'], path: string, effect: Class, text: Endpoint['text'], notes: Notes = {}): Endpoint =>
  ({ method, path, effect, text, private: notes.private ?? false, irreversible: notes.irreversible ?? false, listed: true })

/** Rows that no plugin may ask: sign-in, text messages, tokens. Whatever the method. */
export const reserved = (...paths: readonly string[]): readonly Endpoint[] =>
  paths.flatMap((path) => ['GET', 'POST'].map((method) => row(method, path, 'sign-in', 'record', { private: true, irreversible: true })))

/**
 * What the table says of a request; total. HEAD counts as GET. Paths are compared without regard to case and
 * trailing slashes, because a server may take them so and a spelling must not lower a class. An unlisted path is
 * write and people (policy §1), and a listed path under another method is at least as strong as its strongest row.
 */
export function lookUp(service: Pick<Service, 'endpoints' | 'signedIn'> | undefined, method: string, path: string): Endpoint {
  const verb = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase()
  const rows = (service?.endpoints ?? []).filter((row) => samePath(row.path, path))
  const exact = rows.find((row) => row.method === verb)
  if (exact) return exact
  const effect = rows.reduce<Class>((worst, row) => (rank(row.effect) > rank(worst) ? row.effect : worst), 'write')
  return { method: verb, path, effect, text: 'people', private: service?.signedIn !== undefined, irreversible: true, listed: false }
}

/** True when an endpoint of class `effect` may be asked by a tool that declares `declared`. Class S never may. */
export const allows = (declared: Effect, effect: Class): boolean => rank(effect) <= rank(declared)

const rank = (effect: Class): number => (effect === 'sign-in' ? effects.length : effects.indexOf(effect))

function samePath(pattern: string, path: string): boolean {
  const [want, got] = [segments(pattern), segments(path)]
  return want.length === got.length && want.every((part, index) => part === '*' || part === got[index])
}

const segments = (path: string): readonly string[] => path.toLowerCase().replace(/\/+$/, '').split('/')
