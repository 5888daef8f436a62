import { randomUUID } from 'node:crypto'
import type { PromptShown, Pushes } from '../protocol/push.ts'

export interface Prompts {
  ask(request: number, prompt: PromptShown, signal: AbortSignal): Promise<string | undefined>
  answer(id: string, value: string | undefined): boolean
  dropAll(): void
}

/** How long a person has for one code, in milliseconds; a token code lives shorter than this anyway. */
const patienceMs = 3 * 60_000

/** What a connection is being asked just now. Each question ends in an answer, or in undefined. */
export function createPrompts(send: (what: Pushes['prompt']) => void): Prompts {
  const waiting = new Map<string, (value: string | undefined) => void>()
  return {
    ask: (request, prompt, signal) => new Promise((resolve) => {
      const id = randomUUID()
      const settle = (value: string | undefined): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', give)
        waiting.delete(id)
        resolve(value)
      }
      const give = (): void => settle(undefined)
      const timer = setTimeout(give, patienceMs)
      if (signal.aborted) return give()
      signal.addEventListener('abort', give, { once: true })
      waiting.set(id, settle)
      send({ request, id, prompt })
    }),
    answer(id, value) {
      const settle = waiting.get(id)
      settle?.(value)
      return settle !== undefined
    },
    dropAll: () => { for (const settle of waiting.values()) settle(undefined) },
  }
}
