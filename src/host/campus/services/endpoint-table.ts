import { fold } from '../../../rules/fold.ts'
import type { Effect } from '../../../sdk/index.ts'
import type { Endpoint, Query } from '../campus.ts'
import type { Service } from './service.ts'

type Class = Endpoint['effect']
type Notes = Partial<Pick<Endpoint, 'private' | 'irreversible' | 'only'>>

/** A row of a service's table: `row('GET', '/x/*', 'read', 'record')`. Not private and reversible unless noted. */
export const row = (method: Endpoint['method'], path: string, effect: Class, text: Endpoint['text'], notes: Notes = {}): Endpoint =>
  ({ method, path, effect, text, private: notes.private ?? false, irreversible: notes.irreversible ?? false, listed: true, ...(notes.only ? { only: notes.only } : {}) })

/** Rows that no plugin may ask: sign-in, text messages, tokens. Whatever the method, and whatever is put behind the path. */
export const reserved = (...paths: readonly string[]): readonly Endpoint[] =>
  paths.flatMap((path) => ['GET', 'POST'].map((method) => row(method, path, 'sign-in', 'record', { private: true, irreversible: true })))

/**
 * What the table says of a request; total. HEAD counts as GET. Paths are compared without regard to case and
 * trailing slashes, because a server may take them so and a spelling must not lower a class. An unlisted path is
 * write and people (policy §1), and at least as strong as the strongest row of the same path under another method and
 * of each reserved, money or public path whose end stands in it: servers run `login.php` for `login.php/x`, and answer
 * one path under several bases (`/index.php/api/…`). A row of some queries `only` counts for these, before one of the whole path, and
 * for nothing else; without a query that is known it is as if it were not there.
 */
export function lookUp(service: Pick<Service, 'endpoints' | 'signedIn'> | undefined, method: string, path: string, query?: Query): Endpoint {
  const verb = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase()
  const near = (service?.endpoints ?? []).filter((row) => samePath(row.path, path) || (ending[row.effect] > 0 && hasEnding(row, path)))
  const meant = near.find((row) => row.only && query && row.method === verb && samePath(row.path, path) && isOnly(row.only, query))
  if (meant) return meant
  const rows = near.filter((row) => !row.only)
  const exact = rows.find((row) => row.method === verb && samePath(row.path, path))
  if (exact) return exact
  const effect = rows.reduce<Class>((worst, row) => stronger(worst, row.effect), 'write')
  return { method: verb, path, effect, text: 'people', private: service?.signedIn !== undefined, irreversible: true, listed: false }
}

const isOnly = ({ query: wanted, besides }: NonNullable<Endpoint['only']>, query: Query): boolean =>
  Object.entries(wanted).every(([name, value]) => query[name] === value) && Object.keys(query).every((name) => Object.hasOwn(wanted, name) || besides.includes(name))

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

/** How many named segments of a path, counted from its end, are its own wherever they stand; none of a read's or write's. */
const ending: Readonly<Record<Class, number>> = { read: 0, write: 0, money: 2, public: 2, 'sign-in': 1 }

/** Whether the last segments of a row stand in a path, whatever is before and behind them, in letters that only look otherwise too. */
function hasEnding({ path: pattern, effect }: Endpoint, path: string): boolean {
  const [want, got] = [segments(pattern), segments(fold(decoded(path)).text)]
  const named = want.flatMap((part, index) => (part === '*' || part === '' ? [] : [index]))
  const end = want.slice(named.at(-ending[effect]) ?? 0)
  return got.some((_, from) => end.every((part, index) => {
    const segment = got[from + index]
    return segment !== undefined && (part === '*' || segment === part || (index === end.length - 1 && segment.startsWith(part)))
  }))
}

function decoded(path: string): string {
  try { return decodeURIComponent(path) } catch { return path }
}

/** Whether a path names a script (`index.php`) of a kind that the service has none of: a server would find another path in it. */
export function namesForeignScript({ endpoints }: Pick<Service, 'endpoints'>, path: string): boolean {
  const known = endpoints.flatMap((row) => kindsOfScript(row.path))
  return kindsOfScript(path).some((kind) => !known.includes(kind))
}

const kindsOfScript = (path: string): readonly string[] =>
  segments(path).flatMap((segment) => /\.(?:php\d*|phtml|phar|jspx?|do|action|aspx?|ashx|cgi|pl)(?=[;%.]|$)/.exec(segment)?.[0] ?? [])

const segments = (path: string): readonly string[] => path.toLowerCase().replace(/(?<!\/)\/+$/, '').split('/')
