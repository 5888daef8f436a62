import { lstatSync, rmSync } from 'node:fs'
import { type Server, connect } from 'node:net'
import { replacePrivateFile } from '../../host/store/private-file.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Places } from '../protocol/places.ts'
import { makePrivateDirectory } from '../protocol/private-place.ts'
import { assertSocketPathFits } from '../protocol/socket-path.ts'

/**
 * Binds the socket, 0600 in a 0700 directory from its first instant (bug-log 95), with the token that it asks for beside it.
 * The caller holds the profile's lock, so a socket that is there belongs to the dead; still, one that answers, as that of
 * another data directory may, keeps its socket and its token: `DAEMON_TAKEN`. Throws `DAEMON_SOCKET_PATH_LONG` too.
 */
export async function listen(server: Server, places: Places, token: string): Promise<void> {
  assertSocketPathFits(places.socket)
  makePrivateDirectory(places.run)
  if (lstatSync(places.socket, { throwIfNoEntry: false })) {
    if (await answers(places.socket)) throw new HarnessError('DAEMON_TAKEN')
    rmSync(places.socket)
  }
  replacePrivateFile(places.token, token)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new HarnessError('DAEMON_START_FAILED', { problem: 'code' in cause ? String(cause.code) : cause.message }, { cause })))
    // `bind` happens inside `listen`, under this mask.
    const before = process.umask(0o177)
    try { server.listen(places.socket, () => resolve()) } finally { process.umask(before) }
  })
}

const answers = (path: string): Promise<boolean> => new Promise((resolve) => {
  const socket = connect(path)
  const end = (answer: boolean): void => { socket.destroy(); resolve(answer) }
  socket.setTimeout(500, () => end(true))
  socket.once('connect', () => end(true))
  socket.once('error', () => end(false))
})
