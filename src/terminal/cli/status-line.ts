import { type Profile, isProfile } from '../../daemon/protocol/places.ts'
import type { Globals } from './globals.ts'

/**
 * The options of a line that is `status` with options of the screen and a profile, and is right: undefined for any other,
 * which `readGlobals` reads in the other bundle, with the words for what is wrong. Where it answers, it answers the same.
 * @param lang the language where the line names none
 */
export function statusLine(argv: readonly string[], lang: 'zh' | 'en'): Globals | undefined {
  const words = [...argv]
  let profile: Profile | undefined
  let asked = false
  let globals: Globals = { profile: 'default', lang, json: false, quiet: false, color: undefined, timeout: undefined, allowFile: undefined }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [name = '', ...given] = word.split('=')
    const value = (): string | undefined => (given.length > 0 ? given.join('=') : words.shift())
    switch (name) {
      case '--profile': {
        const named = value() ?? ''
        if (profile !== undefined || !isProfile(named)) return undefined
        profile = named
        break
      }
      case '--lang': {
        const named = value()
        if (named !== 'zh' && named !== 'en') return undefined
        globals = { ...globals, lang: named }
        break
      }
      case '--json': globals = { ...globals, json: true }; break
      case '--quiet': globals = { ...globals, quiet: true }; break
      case '--no-color': globals = { ...globals, color: false }; break
      case 'status':
        if (asked || given.length > 0) return undefined
        asked = true
        break
      default: return undefined
    }
  }
  return asked ? { ...globals, profile: profile ?? 'default' } : undefined
}
