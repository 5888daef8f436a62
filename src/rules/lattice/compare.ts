import { added, type Change, type Differ, removed, rising, same, set, texts, type Weight } from './change.ts'
import { compareTool, schemaChange } from './compare-tool.ts'
import { own } from '../json.ts'
import type { Permissions } from './permissions.ts'

/**
 * How the authority of two versions of one plugin differs, field by field (policy §6). An update applies by itself iff no
 * change of it widens.
 */
export function compare(before: Permissions, after: Permissions): readonly Change[] {
  const differs = fields({ words: wordsWeigh(before), trust: before.trust })
  const field = <K extends keyof Permissions>(name: K): readonly Change[] => differs[name](before[name], after[name], name)
  return (Object.keys(differs) as (keyof Permissions)[]).flatMap(field)
}

/** `narrow <= wide`: all that `narrow` may do, `wide` may do too. */
export const isWithinPermissions = (narrow: Permissions, wide: Permissions): boolean =>
  compare(wide, narrow).every(({ weight }) => weight !== 'widens')

/** Words of a shipped or official plugin were read by us: a change of them applies and is told. Anyone else's is another plugin to a model that obeys. */
const wordsWeigh = ({ trust }: Permissions): Weight => (trust === 'bundled' || trust === 'official' ? 'told' : 'widens')

interface Context { readonly words: Weight; readonly trust: Permissions['trust'] }

/** Each field has its order here: one that is added to the permissions and not to this table does not compile. */
const fields = ({ words, trust }: Context): { readonly [K in keyof Permissions]: Differ<Permissions[K]> } => ({
  plugin: same('widens'),
  form: same('widens'),
  trust: same('widens'),
  server: same('widens'),
  core: rising([false, true]),
  services: set('widens'),
  websites: set('widens'),
  abilities: set('widens'),
  uses: set('widens'),
  legacy: set('widens'),
  disclosure: set('widens'),
  settings: (before, after, at) => schemaChange(before, after, at, { words, loosened: 'widens' }),
  shortcuts: set(words),
  screens: texts(words),
  guidance: texts(words),
  tools(before, after, at) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
    return names.flatMap((name): readonly Change[] => {
      const place = `${at}.${name}`
      const [old, now] = [own(before, name), own(after, name)]
      if (old && now) return compareTool(old, now, place, { words, loosened: trust === 'bundled' || trust === 'official' ? 'told' : 'widens' })
      // The sheet tells of it whole; here its effect stands for it.
      if (now) return [added(place, 'widens', now.effect)]
      return old ? [removed(place, 'narrows', old.effect)] : []
    })
  },
})
