/**
 * The lines that every command is run with, by its whole name: each form of it that prints something else. `text` is the
 * hostile text, where a person may have pasted it; `file` holds it.
 */
export const commandLines: Readonly<Record<string, (text: string, file: string) => readonly (readonly string[])[]>> = {
  'login': (text) => [['--user', '2500000001'], ['--user', text], ['--user', '2500000001', '--qr'], ['--user', '2500000001', '--service', text, '--trust-device']],
  'logout': (text) => [[], ['--user', '2500000001'], ['--user', text]],
  'otp set': (text) => [[], ['--user', '2500000001'], ['--user', text]],
  'otp bind': (text) => [[], ['--user', '2500000001'], ['--user', text]],
  'otp keep': (text) => [[], ['--user', text]],
  'otp clear': (text) => [[], ['--user', text]],
  'otp test': (text) => [[], ['--user', text]],
  'status': () => [[]],
  'accounts list': () => [[]],
  'accounts use': (text) => [['2500000001'], [text]],
  'accounts forget': (text) => [['2500000001'], ['2500000001', '--yes'], [text]],
  'services': () => [[]],
  'paycode': () => [[]],
  'tools': (text) => [[], [text], ['x']],
  'call': (text) => [[text], [text, '--x', text], [text, `--${text}`], [text, '--input', text], [text, '--x', text, '--trace']],
  'ask': (text) => [[text || 'x'], ['x', '--conversation', text], ['x', '--jsonl']],
  'approvals list': () => [[]],
  'approvals show': (text) => [[text]],
  'approvals approve': (text) => [[text], ['a1', '--uses', text], ['a1', '--expires', text]],
  'approvals deny': (text) => [['a1', '--note', text]],
  'approvals watch': () => [[]],
  'plugin list': () => [[]],
  'plugin show': (text) => [[text], [text, '--permissions']],
  'plugin install': (text) => [['https://github.com/a/b'], [text], [`/${text}`], ['some-entry']],
  'plugin review': (text) => [[text], ['p']],
  'plugin update': (text) => [[], [text]],
  'plugin remove': (text) => [[text]],
  'market list': () => [[]],
  'market add': (text) => [[text]],
  'market remove': (text) => [[text]],
  'market search': (text) => [[text]],
  'market show': (text) => [[text]],
  'plugin settings': (text) => [[text], ['p', 'set', text, text], ['p', 'set', 'x', text], ['p', 'reset', text], ['p', text]],
  'plugin schema': () => [[]],
  'plugin shortcut': (text) => [[text], ['p', text], ['p', '1', `--${text}`]],
  'plugin widget': (text) => [[text], ['p', text]],
  // It asks its questions before it looks at a name.
  'plugin new': (text) => [[`--${text}`]],
  'plugin lint': (text, file) => [[text], [file]],
  'plugin run': (text, file) => [[text, text], [file, text], [file, 'x', '--fixture', text]],
  'plugin record': (text, file) => [[text, text], [file, text]],
  'plugin test': (text, file) => [[text], [file]],
  'plugin pack': (text, file) => [[text], [file]],
  'plugin enable': (text) => [[text]],
  'plugin disable': (text) => [[text]],
  'memory list': (text) => [[], ['--status', text]],
  'memory show': (text) => [[text]],
  'memory save': (text) => [[text]],
  'memory forget': (text) => [[text]],
  'memory approve': (text) => [[text]],
  'consents list': () => [[]],
  'consents accept': (text) => [[], [text]],
  'consents revoke': (text) => [[text], ['p', '--place', text]],
  'grants list': () => [[]],
  'grants show': (text) => [[text]],
  'grants import': (text, file) => [[file], [`/${text}`]],
  'grants revoke': (text) => [[text]],
  'model show': () => [[]],
  'model set': (text) => [['--url', 'https://model.example/v1', '--name', text], ['--url', `https://model.example/${text}`, '--name', 'x', '--no-key'], ['--url', text, '--name', 'x']],
  'model test': () => [[]],
  'model remove': () => [[]],
  'proxy show': () => [[]],
  'proxy login': () => [[]],
  'proxy logout': () => [[]],
  'effects show': () => [[]],
  'effects set': (text) => [['money', 'allow', '--plugin', text], ['public', 'deny', '--tool', text], [text, 'deny']],
  'effects reset': (text) => [[], ['money', '--tool', text], [text]],
  'policy explain': (text) => [[text], [text, '--x', text], [text, '--as', text]],
  'audit show': (text) => [[], ['--call', text], ['--plugin', text], ['--limit', text]],
  'audit export': (text, file) => [[], ['--plugin', text], ['--file', file], ['--since', text]],
  'audit verify': (text, file) => [[], ['--file', file], ['--file', `/${text}`]],
  'keystore status': () => [[]],
  'keystore init': (text) => [['--backend', 'os'], ['--backend', text]],
  'keystore lock': () => [[]],
  'keystore unlock': (text) => [[], ['--passphrase-fd', text]],
  'keystore rotate': (text) => [[], ['--passphrase-fd', text]],
  'lock': () => [[]],
  'pin status': () => [[]],
  'pin set': () => [[]],
  'pin clear': () => [[]],
  'daemon start': () => [[]],
  'daemon status': () => [[]],
  'daemon stop': () => [[]],
  'daemon logs': (text) => [[], ['--lines', text]],
  'sim status': () => [[]],
  'sim stop': () => [[]],
  'sim codes': (text) => [[text]],
  'doctor': () => [[]],
  'completion': (text) => [['bash'], [text], ...['plugin show ', 'call ', `call ${text} --`, 'call x --', 'call x --x ', 'approvals show ', 'grants show ', 'login --user ', 'tools ', `${text} `].flatMap((line) => (['zsh', 'bash', 'fish'] as const).map((shell) => [shell, '--', ...line.split(' ')]))],
  'version': () => [[]],
}

/** What is run elsewhere: it starts a campus of its own, whose every word is ours. */
export const startsACampus: readonly string[] = ['demo', 'sim start']

/** Of those, what says nothing of anybody's but the host's own words. */
export const saysNothing: readonly string[] = ['plugin schema', 'model remove', 'proxy logout', 'keystore lock', 'keystore unlock', 'keystore rotate', 'lock', 'pin status', 'pin set', 'pin clear', 'daemon stop', 'sim status', 'sim stop', 'sim codes', 'version']

/** What asks no daemon for its words. */
export const asksNobody: readonly string[] = ['plugin schema', 'sim status', 'sim stop', 'sim codes', 'completion', 'version']

/** What waits for another process of some tenths of a second each time; and a review sheet, which with thousands of characters in every place is more than a frame. */
export const slow: readonly string[] = ['plugin review', 'plugin install', 'plugin show', 'doctor', 'sim codes', 'daemon stop', 'keystore init', 'completion']

/** What stays until it is ended. */
export const stays: readonly string[] = ['approvals watch', 'memory approve']

/** What reads this process's own standard input where nobody sits at a terminal. */
export const readsInput: readonly string[] = ['otp set']
