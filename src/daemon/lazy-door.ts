import type { Door } from '../host/net/door.ts'

/** A door that is opened at its first use: the HTTP client is a fifth of a start's work, and an idle daemon sends nothing. */
export function lazyDoor(open: () => Promise<Door>): Door {
  let door: Promise<Door> | undefined
  const opened = (): Promise<Door> => (door ??= open())
  return {
    request: async (request) => (await opened()).request(request),
    stream: async (request) => (await opened()).stream(request),
    close: async () => { await (await door)?.close() },
  }
}
