/**
 * The only environment variables the helper gets: where the person's session bus and keyring are, and what Windows and
 * macOS need to find the person's own keychain. DISPLAY is not among them: without a bus it would start one.
 */
const allowed = [
  'HOME', 'USER', 'LOGNAME', 'LANG', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME',
  'SystemRoot', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', '__CF_USER_TEXT_ENCODING',
]

export function helperEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(allowed.flatMap((name) => { const value = env[name]; return value === undefined ? [] : [[name, value]] }))
}
