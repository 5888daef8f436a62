import { HarnessError } from '../../rules/errors/index.ts'
import { capabilities, covers } from '../protocol/capability.ts'
import type { Method } from '../protocol/method.ts'
import { type CheckedParams, type MethodName, methods } from '../protocol/methods.ts'
import type { Asked, Handlers } from './peer.ts'

/** Takes one request through: known, allowed, well-formed, answered, and only what the table names leaves. */
export type Dispatch = (name: string, params: unknown, asked: Asked) => Promise<unknown>

/**
 * Binds each row of the table to its handler. Throws at start for a row without a capability.
 * The dispatch rejects with `DAEMON_METHOD_UNKNOWN`, `DAEMON_FORBIDDEN`, `DAEMON_PARAMS`, or what the handler rejects with.
 */
export function createDispatch(handlers: Handlers): Dispatch {
  const bound = new Map((Object.keys(methods) as MethodName[]).map((name) => [name as string, bind(name, methods[name], handlers)]))
  return async (name, params, asked) => {
    const run = bound.get(name)
    if (!run) throw new HarnessError('DAEMON_METHOD_UNKNOWN', { method: name.slice(0, 64) })
    return run(params, asked)
  }
}

function bind<M extends MethodName>(name: M, row: Method, handlers: Handlers): (params: unknown, asked: Asked) => Promise<unknown> {
  assertCapable(name, row)
  return async (params, asked) => {
    const held = asked.peer.capability
    if (!covers(held, row.capability)) throw new HarnessError('DAEMON_FORBIDDEN', { method: name, needed: row.capability, held })
    const checked = row.params.safeParse(params)
    if (!checked.success) throw new HarnessError('DAEMON_PARAMS', { method: name, problem: problemOf(checked.error.issues) })
    return row.result.parse(await handlers[name](checked.data as CheckedParams<M>, asked))
  }
}

/** Types forbid a row without one; a table that was built some other way is refused here. */
export function assertCapable(name: string, row: { readonly capability?: unknown }): void {
  if (!(capabilities as readonly unknown[]).includes(row.capability)) throw new HarnessError('DAEMON_START_FAILED', { problem: `method ${name} has no capability` })
}

/** Where and what kind, never the value: it could be a secret. */
const problemOf = (issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[]): string =>
  issues.slice(0, 3).map((issue) => `${issue.path.map(String).join('.') || '.'} ${issue.code ?? ''}`.trim()).join('; ')
