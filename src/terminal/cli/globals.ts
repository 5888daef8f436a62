import { type Profile, isProfile } from '../../daemon/protocol/places.ts'
import { HarnessError } from '../../rules/errors/index.ts'

/** Options that every command takes, wherever they stand on the line. */
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

/** Takes the global options out of the line; what follows `--` is left alone. Throws `USAGE`. */
export function readGlobals(argv: readonly string[], env: Environment): { readonly globals: Globals; readonly rest: readonly string[] } {
  const rest: string[] = []
  const set: { profile?: string; lang?: string; timeout?: string; allowFile?: string; json?: true; quiet?: true; color?: false } = {}
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') { rest.push(...argv.slice(at)); break }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const name = equals === -1 ? word : word.slice(0, equals)
    const value = (): string => {
      const given = equals === -1 ? argv[++at] : word.slice(equals + 1)
      if (given === undefined || given === '') throw new HarnessError('USAGE', { problem: `${name} …?` })
      return given
    }
    switch (name) {
      case '--profile': set.profile = value(); break
      case '--lang': set.lang = value(); break
      case '--timeout': set.timeout = value(); break
      case '--allow-file': set.allowFile = value(); break
      case '--json': set.json = true; break
      case '--quiet': case '-q': set.quiet = true; break
      case '--no-color': set.color = false; break
      default: rest.push(word)
    }
  }
  return { globals: checked(set, env), rest }
}

function checked(set: Readonly<Record<string, string | boolean | undefined>>, env: Environment): Globals {
  const profile = String(set['profile'] ?? 'default')
  if (!isProfile(profile)) throw new HarnessError('DAEMON_PROFILE', { profile: profile.slice(0, 40) })
  const lang = set['lang'] ?? localeOf(env)
  if (lang !== 'zh' && lang !== 'en') throw new HarnessError('USAGE', { problem: '--lang zh|en' })
  const timeout = set['timeout'] === undefined ? undefined : Number(set['timeout'])
  if (timeout !== undefined && !(timeout > 0 && timeout <= 86_400)) throw new HarnessError('USAGE', { problem: '--timeout SECONDS' })
  return {
    profile, lang, timeout,
    json: set['json'] === true, quiet: set['quiet'] === true,
    color: set['color'] === false ? false : undefined,
    allowFile: typeof set['allowFile'] === 'string' ? set['allowFile'] : undefined,
  }
}

/** POSIX order. Without any locale: Chinese, the product's first language. */
export function localeOf(env: Environment): 'zh' | 'en' {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return locale === '' || locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
