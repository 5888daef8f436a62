import { fill } from '../../rules/errors/index.ts'
import { inProfile } from '../../rules/words/in-profile.ts'
import type { Globals } from './globals.ts'
import type { Io } from './io.ts'

/** Says a phrase in the person's language; a command in it is to be typed as it stands, one in what fills its places is left as it is. */
export const speaker = ({ lang, profile }: Pick<Globals, 'lang' | 'profile'>): Io['say'] =>
  (words, params = {}) => fill(inProfile(words[lang], profile), params)
