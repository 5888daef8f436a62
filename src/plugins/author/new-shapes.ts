/** What the page of a new plugin is: HTML with a list or a table, or JSON. By itself, so that the command line loads no more of the author's tools at its start. */
export const newShapes = ['list', 'table', 'json'] as const
export type Shape = (typeof newShapes)[number]
