/** A text as an address, or undefined where it is none. Stands in for `URL.parse`, which not every Node that is promised has. */
export const addressOf = (text: string, base?: string): URL | undefined => (URL.canParse(text, base) ? new URL(text, base) : undefined)
