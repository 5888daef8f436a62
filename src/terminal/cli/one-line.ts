import { cleanCharacters } from '../../rules/hygiene/characters.ts'

/**
 * Outside text as one line of a screen: cleaned, each line end as `⏎` and each tab as `⇥`, so that a text in a row can
 * neither start a row of its own nor reach another column.
 */
export const oneLine = (text: string): string => cleanCharacters(text).replace(/\n/g, '⏎').replace(/\t/g, '⇥')
