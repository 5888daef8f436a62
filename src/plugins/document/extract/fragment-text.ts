import { parsePart } from './guarded-dom.ts'
import { nodeText } from './node-text.ts'

/** The text of a short piece of HTML, one line a block; for the function `html`. Throws the budgets' `DOC_DOM_*`. */
export const fragmentText = (html: string): string => nodeText(parsePart(html), 'lines')
