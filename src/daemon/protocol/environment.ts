type Environment = Readonly<Record<string, string | undefined>>

/** What a process we spawn may inherit. Everything else is dropped, so nothing can re-point TLS, Node or the loader. */
const inherited = [
  'HOME', 'USER', 'LOGNAME', 'PATH', 'LANG', 'TZ', 'TMPDIR', 'DBUS_SESSION_BUS_ADDRESS',
  'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR',
  'SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP',
] as const

/**
 * The only flags of Node that a daemon runs under. It is idle most of its life: a small young generation and one helper
 * thread spare a sixth of its memory, at no cost that could be measured.
 */
export const daemonFlags: readonly string[] = ['--max-semi-space-size=1', '--v8-pool-size=1']

/**
 * Variables the daemon refuses to start under: each changes whom TLS trusts, what is loaded, or who may look inside.
 * Of Node's own all but NODE_ENV: NODE_DEBUG alone writes each request line, with its one-use token, to stderr (bug-log 169,
 * 170), others write coverage or reports to files, and a newer Node may have more.
 */
const refused = /^(?:NODE_(?!ENV$).*|OPENSSL_.*|SSL_CERT_.*|SSLKEYLOGFILE|LD_.*|DYLD_.*)$/

/** The allow-listed part of an environment, for a child. */
export function childEnvironment(env: Environment = process.env): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && ((inherited as readonly string[]).includes(name) || /^LC_[A-Z]+$/.test(name))) kept[name] = value
  }
  return kept
}

/** Name of the first thing in the process's surroundings that the daemon refuses; undefined when there is none. */
export function refusedSurroundings(env: Environment, execArgv: readonly string[]): string | undefined {
  return execArgv.find((arg) => !daemonFlags.includes(arg)) ?? Object.keys(env).find((name) => refused.test(name))
}
