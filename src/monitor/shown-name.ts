/** How much of a name that nobody knows is worth repeating. */
const nameLength = 64

/** The name of a tool as a caller wrote it, so that it can stand in a message: ids are ASCII, anything else is `?`. */
export const shownName = (name: string): string => name.slice(0, nameLength).replace(/[^\w.:-]/g, '?')
