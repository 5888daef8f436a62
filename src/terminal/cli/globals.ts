import { type Profile, isProfile } from '../../daemon/protocol/places.ts'
import { type ErrorParams, HarnessError } from '../../rules/errors/index.ts'
import { say } from '../../rules/words/say.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Words } from '../../sdk/index.ts'

/** Options that every command takes. */
export interface Globals {
  readonly profile: Profile
  readonly json: boolean
  readonly quiet: boolean
  /** undefined: decided by the terminal and the environment. */
  readonly color: boolean | undefined
  readonly lang: 'zh' | 'en'
  /** Seconds; undefined for no limit. */
  readonly timeout: number | undefined
  readonly allowFile: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Takes the global options out of the line. Before the command's name all of them stand. Behind it a word may be anyone's
 * text (`pkuh ask "$TEXT"`), so what a text must not decide (whose profile, which allow-file, how long) is taken there
 * only behind the tool of `call` and behind a command that takes no words, where no option waits for its value; anywhere
 * else the line is refused, not reinterpreted. What follows `--` is left alone. Nothing of it comes from the environment but
 * the language: a variable that chose the profile would send a password, typed for the real campus, to a simulated one. Throws `USAGE`.
 */
export function readGlobals(argv: readonly string[], env: Environment): { readonly globals: Globals; readonly rest: readonly string[] } {
  const rest: string[] = []
  const set: Set = {}
  const wrong = (words: Words, params: ErrorParams): HarnessError => new HarnessError('USAGE', { about: '', problem: say(words, languageOf(set, env), params) })
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') { rest.push(...argv.slice(at)); break }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const name = equals === -1 ? word : word.slice(0, equals)
    const value = (): string => {
      const given = equals === -1 ? argv[++at] : word.slice(equals + 1)
      if (given === undefined || given === '') throw wrong(problemWords.noValue, { name })
      return given
    }
    const decisive = (before: string | undefined): string => {
      if (!mayDecideHere(rest)) throw wrong(problemWords.beforeCommand, { name, command: (rest[0] ?? '').slice(0, 40) })
      if (before !== undefined) throw wrong(problemWords.twice, { name })
      return value()
    }
    switch (name) {
      case '--profile': set.profile = decisive(set.profile); break
      case '--timeout': set.timeout = decisive(set.timeout); break
      case '--allow-file': set.allowFile = decisive(set.allowFile); break
      case '--lang': set.lang = value(); break
      case '--json': set.json = true; break
      case '--quiet': set.quiet = true; break
      case '-q': if (waitsForValue(rest.at(-1))) rest.push(word); else set.quiet = true; break
      case '--no-color': set.color = false; break
      default: rest.push(word)
    }
  }
  return { globals: checked(set, env), rest }
}
interface Set { profile?: string; lang?: string; timeout?: string; allowFile?: string; json?: true; quiet?: true; color?: false }

function mayDecideHere(before: readonly string[]): boolean {
  const [command, second] = before
  if (command === undefined) return true
  if (waitsForValue(before.at(-1))) return false
  if (command === 'call') return second !== undefined && !second.startsWith('-')
  const alone = second === undefined || second.startsWith('-')
  return (alone && wordless.includes(command)) || wordless.includes(`${command} ${second}`)
}

/** Every command that takes options and no words: where an option stands behind it, nobody's text can. */
export const wordless: readonly string[] = [
  'login', 'logout', 'status', 'accounts', 'accounts list', 'services', 'doctor', 'demo', 'paycode', 'version', 'approvals list', 'approvals watch', 'plugin list', 'plugin schema', 'market list', 'memory list', 'consents list',
  'grants list', 'effects show', 'model show', 'model set', 'model test', 'model remove', 'proxy show', 'proxy login', 'proxy logout', 'audit show', 'audit verify', 'audit export', 'keystore status', 'keystore init', 'keystore lock', 'keystore unlock', 'keystore rotate', 'lock', 'otp set', 'otp bind', 'otp keep', 'otp clear', 'otp test', 'pin status', 'pin set', 'pin clear', 'daemon start', 'daemon status',
  'daemon stop', 'daemon logs', 'sim start', 'sim status', 'sim stop',
]

/** `--text` may; `--text=…` and a word do not. */
const waitsForValue = (word: string | undefined): boolean => word !== undefined && word.startsWith('--') && !word.includes('=')

const languageOf = (set: Set, env: Environment): 'zh' | 'en' => (set.lang === 'zh' || set.lang === 'en' ? set.lang : localeOf(env))

function checked(set: Set, env: Environment): Globals {
  const profile = set.profile ?? 'default'
  if (!isProfile(profile)) throw new HarnessError('DAEMON_PROFILE', { profile: profile.slice(0, 40) })
  const lang = set.lang ?? localeOf(env)
  if (lang !== 'zh' && lang !== 'en') throw new HarnessError('USAGE', { about: '', problem: say(problemWords.choice, localeOf(env), { name: '--lang', choices: 'zh, en' }) })
  const timeout = set.timeout === undefined ? undefined : Number(set.timeout)
  if (timeout !== undefined && !(timeout > 0 && timeout <= 86_400)) throw new HarnessError('USAGE', { about: '', problem: say(problemWords.seconds, lang) })
  return {
    profile, lang, timeout,
    json: set.json === true, quiet: set.quiet === true,
    color: set.color, allowFile: set.allowFile,
  }
}

/** The language of a line that cannot be read: the one it names, else the locale's. */
export function languageIn(argv: readonly string[], env: Environment): 'zh' | 'en' {
  const own = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const named = own.findLast((word, at) => word.startsWith('--lang=') || own[at - 1] === '--lang')?.replace(/^--lang=/, '')
  return named === 'zh' || named === 'en' ? named : localeOf(env)
}

/** POSIX order. Without any locale: Chinese, the product's first language. */
export function localeOf(env: Environment): 'zh' | 'en' {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return locale === '' || locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
