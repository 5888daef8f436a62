/** Raised when a frame, a method or an event changes so that an older client or daemon would misread it. */
export const protocolVersion = 1

/** Bounds of the socket, the same on both sides. Sizes in bytes, times in milliseconds. */
export const bounds = {
  frameBytes: 1024 * 1024,
  /** From the connection to a whole `hello`. */
  helloMs: 2_000,
  /** From the first byte of a frame to its line end. */
  frameMs: 10_000,
  /** What may wait to be read by a client before it counts as too slow. */
  backlogBytes: 8 * 1024 * 1024,
  /** Connections that have said hello, and those that have not yet. */
  clients: 64,
  strangers: 64,
  /** Requests of one connection at a time. */
  requests: 64,
} as const
