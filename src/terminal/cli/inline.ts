import { cleanCharacters } from '../../rules/hygiene/characters.ts'
import { escapeDoubtful } from './doubtful.ts'

/** One line of outside text where something is agreed to: cleaned, without line ends of its own or anything that draws, hides or moves what is beside it. */
export const inline = (text: string): string => escapeDoubtful(cleanCharacters(text).replace(/[\n\t]+/g, ' '))

/** The bar that only the host draws, before text that is not the host's. */
export const barred = (lines: readonly string[]): string[] => lines.map((line) => `  │ ${line}`)
/** The bar and its spaces, where a terminal draws it widest. */
export const barWidth = 5
