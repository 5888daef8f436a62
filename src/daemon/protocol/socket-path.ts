import { HarnessError } from '../../rules/errors/index.ts'

/**
 * Bytes that a Unix socket's path may have: `sun_path` without its NUL, 108 on Linux (unix(7)) and 104 on macOS and the BSDs.
 * Node cuts a longer one without a word, and then the socket stands under another name, perhaps in a folder above the private one.
 */
const limitOn = (platform: NodeJS.Platform): number => (platform === 'linux' ? 107 : 103)

/** Before a socket is bound or connected to. Throws `DAEMON_SOCKET_PATH_LONG`. */
export function assertSocketPathFits(path: string, platform: NodeJS.Platform = process.platform): void {
  const [length, limit] = [Buffer.byteLength(path), limitOn(platform)]
  if (platform !== 'win32' && length > limit) throw new HarnessError('DAEMON_SOCKET_PATH_LONG', { path, length, limit })
}
