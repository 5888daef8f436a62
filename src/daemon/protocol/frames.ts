import { isUtf8 } from 'node:buffer'
import { bounds } from './version.ts'

/** Why a byte stream can no longer be read as frames. */
export type FrameFault = 'too-big' | 'not-utf8'

export interface FrameReader {
  /** Takes bytes as they come; nothing more is told after a fault. */
  push(chunk: Uint8Array): void
  /** True while a frame has begun and its line end has not come. */
  readonly partial: boolean
}

/**
 * Cuts a byte stream at LF into frames, whatever the chunks are. A frame of more than `cap` bytes (its LF not counted)
 * is a fault as soon as the byte too many is in, so that no more than the cap is ever held.
 */
export function createFrameReader(onFrame: (text: string) => void, onFault: (fault: FrameFault) => void, cap: number = bounds.frameBytes): FrameReader {
  let parts: Uint8Array[] = []
  let held = 0
  const state = { faulty: false }

  const fail = (fault: FrameFault): void => { state.faulty = true; parts = []; held = 0; onFault(fault) }
  const finish = (): void => {
    const bytes = Buffer.concat(parts)
    parts = []
    held = 0
    if (!isUtf8(bytes)) return fail('not-utf8')
    onFrame(bytes.toString())
  }

  return {
    get partial() { return held > 0 },
    push(chunk) {
      let rest = chunk
      while (!state.faulty && rest.length > 0) {
        const end = rest.indexOf(0x0a)
        const piece = end === -1 ? rest : rest.subarray(0, end)
        if (held + piece.length > cap) return fail('too-big')
        if (piece.length > 0 || end !== -1) parts.push(piece)
        held += piece.length
        if (end === -1) return
        finish()
        rest = rest.subarray(end + 1)
      }
    },
  }
}

/** One frame, its LF included; undefined when it would pass the cap. JSON escapes every LF inside strings. */
export function encodeFrame(message: object, cap: number = bounds.frameBytes): Buffer | undefined {
  const frame = Buffer.from(`${JSON.stringify(message)}\n`)
  return frame.length - 1 > cap ? undefined : frame
}
