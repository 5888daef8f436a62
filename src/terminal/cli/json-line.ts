import { jsonShown } from '../../rules/json-shown.ts'

/** JSON that is safe on a terminal and loses nothing. */
export const jsonLine = (value: unknown): string => jsonShown(JSON.stringify(value))
