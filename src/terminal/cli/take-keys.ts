import type { ReadStream } from 'node:tty'

/**
 * Hands over what is typed, unechoed and key by key, until it is told to stop: then the terminal is as it was. `onGone`, at
 * most once and never before this returns: the terminal went away, as one that is closed does.
 */
export function takeKeys(stdin: ReadStream, onKeys: (text: string) => void, onGone: () => void): () => void {
  let taking = true
  const onData = (chunk: Buffer | string): void => onKeys(String(chunk))
  const onFault = (): void => { stop(); queueMicrotask(onGone) }
  const stop = (): void => {
    if (!taking) return
    taking = false
    stdin.off('data', onData).off('end', onFault)
    stdin.setRawMode(false)
    stdin.pause()
    stdin.off('error', onFault)
  }
  // What comes of a terminal that is gone once nobody takes keys is no end of the process.
  if (!stdin.listeners('error').includes(ignore)) stdin.on('error', ignore)
  stdin.on('data', onData).on('end', onFault).on('error', onFault)
  stdin.setEncoding('utf8')
  stdin.setRawMode(true)
  stdin.resume()
  return stop
}

const ignore = (): void => {}
