/** A value as a shell takes it whole, in a command that is shown to be typed or copied: a link, or a value of a page, may hold anything. */
export const shellWord = (value: string): string => (/^[\p{L}\p{N}_.,:/@%+=-]+$/u.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`)
