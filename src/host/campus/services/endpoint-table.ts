import type { Effect } from '../../../sdk/index.ts'
import type { Endpoint } from '../campus.ts'
import type { Service } from './service.ts'

type Class = Endpoint['effect']
type Notes = Partial<Pick<Endpoint, 'private' | 'irreversible'>>

/** A row of a service's table: `row('GET', '/x/*', 'read', 'record')`. Not private and reversible unless noted. */
export const row = (method: Endpoint['method'], path: string, effect: Class, text: Endpoint['text'], notes: Notes = {}): Endpoint =>
  ({ method, path, effect, text, private: notes.private ?? false, irreversible: notes.irreversible ?? false, listed: true })

/** Rows that no plugin may ask: sign-in, text messages, tokens. Whatever the method, and whatever is put behind the path. */
export const reserved = (...paths: readonly string[]): readonly Endpoint[] =>
  paths.flatMap((path) => ['GET', 'POST'].map((method) => row(method, path, 'sign-in', 'record', { private: true, irreversible: true })))

/**
 * What the table says of a request; total. HEAD counts as GET. Paths are compared without regard to case and
 * trailing slashes, because a server may take them so and a spelling must not lower a class. An unlisted path is
 * write and people (policy §1), and a listed path under another method is at least as strong as its strongest row.
 * A path that goes on from a reserved one is reserved: servers run `login.php` for `login.php/x` and `login.php%20` too.
 */
export function lookUp(service: Pick<Service, 'endpoints' | 'signedIn'> | undefined, method: string, path: string): Endpoint {
  const verb = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase()
  const rows = (service?.endpoints ?? []).filter((row) => samePath(row.path, path) || (row.effect === 'sign-in' && goesOn(row.path, path)))
  const exact = rows.find((row) => row.method === verb && samePath(row.path, path))
  if (exact) return exact
  const effect = rows.reduce<Class>((worst, row) => stronger(worst, row.effect), 'write')
  return { method: verb, path, effect, text: 'people', private: service?.signedIn !== undefined, irreversible: true, listed: false }
}

/**
 * True when an endpoint of class `effect` may be asked by a tool that declares `declared`: read < write < money and
 * public, neither of which covers the other. Class S never may.
 */
export const allows = (declared: Effect, effect: Class): boolean => covers[declared].includes(effect)

const covers: Readonly<Record<Effect, readonly Class[]>> = {
  read: ['read'], write: ['read', 'write'], money: ['read', 'write', 'money'], public: ['read', 'write', 'public'],
}

/** The class that asks for at least what both do; what is money and public at once is no tool's to ask. */
function stronger(one: Class, other: Class): Class {
  if (one === 'sign-in' || other === 'sign-in') return 'sign-in'
  if (allows(one, other)) return one
  return allows(other, one) ? other : 'sign-in'
}

function samePath(pattern: string, path: string): boolean {
  const [want, got] = [segments(pattern), segments(path)]
  return want.length === got.length && want.every((part, index) => part === '*' || part === got[index])
}

const goesOn = (reserved: string, path: string): boolean => path.toLowerCase().startsWith(reserved.toLowerCase())

const segments = (path: string): readonly string[] => path.toLowerCase().replace(/(?<!\/)\/+$/, '').split('/')
