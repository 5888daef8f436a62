/** Raised when a frame, a method or an event changes so that an older client or daemon would misread it. */
export const protocolVersion = 1

/** Bounds of the socket, the same on both sides. Sizes in bytes, times in milliseconds. */
export interface Bounds {
  readonly frameBytes: number
  /** From the connection to a whole `hello`. */
  readonly helloMs: number
  /** From the first byte of a frame to its line end. */
  readonly frameMs: number
  /** What may wait to be read by a client before it counts as too slow. */
  readonly backlogBytes: number
  /** Connections that have said hello, and those that have not yet. */
  readonly clients: number
  readonly strangers: number
  /** Of `clients`, those kept for connections that may approve: scripts cannot take a person's seat. */
  readonly reserved: number
  /** Requests of one connection at a time. */
  readonly requests: number
}

export const bounds: Bounds = {
  frameBytes: 1024 * 1024, helloMs: 2_000, frameMs: 10_000, backlogBytes: 8 * 1024 * 1024, clients: 64, reserved: 16, strangers: 64, requests: 64,
}
