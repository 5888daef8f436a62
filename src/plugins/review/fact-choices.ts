import { withoutWords } from '../../rules/lattice/schema-words.ts'
import type { Words } from '../../sdk/index.ts'
import type { RegisteredTool } from '../registry/plugin.ts'
import { lattice } from './choices.ts'
import { schemaGuidance, wordsDigest } from './guidance.ts'

/** The choices that documents and bundled plugins share: flags as the host made them, words, and what the arguments may be. */
export const factChoices = ({ facts, inputSchema }: Pick<RegisteredTool, 'facts' | 'inputSchema'>) => ({
  description: lattice((description: Words) => ({ guidance: { description: wordsDigest(description) } })),
  untrusted: lattice(() => ({ untrusted: facts.untrusted })),
  userOnly: lattice(() => ({ userOnly: facts.userOnly })),
  durable: lattice(() => ({ durable: facts.durable })),
  whenTainted: lattice(() => ({ whenTainted: facts.whenTainted })),
  private: lattice(() => ({ private: facts.private })),
  irreversible: lattice(() => ({ irreversible: facts.irreversible })),
  confirm: lattice((words: Words | undefined) => ({ guidance: { confirm: wordsDigest(words) } })),
  empty: lattice((words: Words | undefined) => ({ guidance: { empty: wordsDigest(words) } })),
  input: lattice(() => ({ arguments: withoutWords(inputSchema), guidance: schemaGuidance('arguments', inputSchema) })),
})
