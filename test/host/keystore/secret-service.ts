import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A real Secret Service (gnome-keyring on a private D-Bus session) in a directory of its own. */
export interface SecretService {
  /** What a process needs to reach it, and nothing of this process's own but PATH. */
  readonly env: Readonly<Record<string, string>>
  /** The text of an item as `secret-tool` sees it, or undefined. */
  lookUp(service: string, name: string): Promise<string | undefined>
  /** Locks the keyring, as a screen lock or a login over SSH leaves it. */
  lock(): Promise<void>
  /** Unlocks it, as a person does who types its passphrase elsewhere. */
  unlock(): Promise<void>
  /** The keyring takes calls and answers none, as one does that waits for a person at a prompt; gives how to go on. */
  freeze(): () => void
  /** Ends the keyring; the bus stays, and nothing starts another. */
  endService(): Promise<void>
}

/** Programs that are not there; Debian has them in dbus, gnome-keyring and libsecret-tools. */
export const missingPrograms: readonly string[] = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool']
  .filter((program) => !(process.env['PATH'] ?? '').split(delimiter).some((directory) => existsSync(join(directory, program))))

/** Why the tests of the real keychain are passed over here, or undefined when they run. With CI=true they always run, and fail. */
export const whySkipped: string | undefined = missingPrograms.length === 0 || process.env['CI'] === 'true'
  ? undefined
  : `the real Secret Service is not tested: missing ${missingPrograms.join(', ')}`

/** Starts one, lends it to `fn` and ends it with everything in it. Throws when a program is missing. */
export async function withSecretService<T>(fn: (service: SecretService) => Promise<T>): Promise<T> {
  if (missingPrograms.length > 0) throw new Error(`missing for the Secret Service: ${missingPrograms.join(', ')}`)
  const home = mkdtempSync(join(tmpdir(), 'pkuh-ss-'))
  const base = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), XDG_DATA_HOME: join(home, 'data') }
  for (const directory of [base.XDG_RUNTIME_DIR, base.XDG_DATA_HOME]) mkdirSync(directory, { mode: 0o700 })
  const config = join(home, 'bus.conf')
  writeFileSync(config, busConfig(base.XDG_RUNTIME_DIR))
  // The bus lives as long as this shell, and the shell until its input ends: also when this process is killed.
  const session = spawn('dbus-run-session', ['--config-file', config, '--', 'sh', '-c', sessionScript], { env: base, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve) => { session.once('close', () => resolve()) })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      session.once('error', reject)
      session.once('close', () => reject(new Error('the D-Bus session ended before it began')))
      session.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    })
    return await fn(await serviceAt({ ...base, DBUS_SESSION_BUS_ADDRESS: address }))
  } finally {
    session.stdin.end()
    await ended
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

const passphrase = 'an invented passphrase'
const sessionScript = `printf '${passphrase}' | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null
echo "$DBUS_SESSION_BUS_ADDRESS"; cat >/dev/null`

async function serviceAt(env: Readonly<Record<string, string>>): Promise<SecretService> {
  const send = (...args: readonly string[]) => run('dbus-send', ['--session', '--print-reply=literal', ...args], { env })
  const pidOfService = async (): Promise<number> => {
    const { stdout } = await send('--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetConnectionUnixProcessID', 'string:org.freedesktop.secrets')
    return Number(/uint32 (\d+)/.exec(stdout)?.[1])
  }
  const pid = await until(pidOfService)
  return {
    env,
    lookUp: (service, name) => run('secret-tool', ['lookup', '--', 'service', service, 'account', name], { env, maxBuffer: 64 * 1024 * 1024 })
      .then(({ stdout }) => stdout, () => undefined),
    lock: async () => {
      await send('--dest=org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', 'array:objpath:/org/freedesktop/secrets/collection/login')
    },
    unlock: async () => {
      // As its PAM module does: a byte for the credentials, then length, operation and passphrase.
      const number = (value: number): Buffer => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value); return bytes }
      const socket = connect(join(env['XDG_RUNTIME_DIR'] ?? '', 'keyring/control'))
      socket.write(Buffer.concat([Buffer.alloc(1), number(12 + passphrase.length), number(1), number(passphrase.length), Buffer.from(passphrase)]))
      const [answer] = await once(socket, 'data') as [Buffer]
      socket.destroy()
      if (answer.readUInt32BE(4) !== 0) throw new Error('the keyring was not unlocked')
    },
    freeze: () => {
      process.kill(pid, 'SIGSTOP')
      return () => { process.kill(pid, 'SIGCONT') }
    },
    endService: async () => {
      process.kill(pid, 'SIGKILL')
      await until(() => pidOfService().then(() => { throw new Error('still there') }, () => undefined))
    },
  }
}

/** Asks again every 20 ms, for 10 s at most. */
async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 500; ; left -= 1) {
    try {
      return await ask()
    } catch (error) {
      if (left === 0) throw error
      await sleep(20)
    }
  }
}

/** A session bus that starts no service by itself, so that one that was ended stays ended. */
const busConfig = (directory: string): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><keep_umask/><listen>unix:tmpdir=${directory}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
`
