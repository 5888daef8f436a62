type Environment = Readonly<Record<string, string | undefined>>

/** What a process we spawn may inherit. Everything else is dropped, so nothing can re-point TLS, Node or the loader. */
const inherited = [
  'HOME', 'USER', 'LOGNAME', 'PATH', 'LANG', 'TZ', 'TMPDIR', 'DBUS_SESSION_BUS_ADDRESS',
  'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR',
  'SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP',
] as const

/** Variables the daemon refuses to start under: each changes whom TLS trusts, what Node loads, or who may look inside. */
const refused = /^(?:NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|NODE_OPTIONS|NODE_INSPECT.*|SSL_CERT_.*|SSLKEYLOGFILE|LD_.*|DYLD_.*)$/

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
  const flag = execArgv.find((arg) => /^--(?:inspect|debug|require|import|loader|experimental-loader|use-openssl-ca|tls-)/.test(arg) || arg === '-r')
  return flag ?? Object.keys(env).find((name) => refused.test(name))
}
