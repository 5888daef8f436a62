import JSON5 from 'json5'
import { z } from 'zod'
import { isObject } from '../../../rules/json.ts'

/** What the finance portal says, in texts of a form of its own (protocols §2.7): nothing here throws. */

/** Where the part for queries is entered: path and query. `home` is the page that names it, behind WINOPEN in no link. */
export function entranceIn(home: string, at: string): string | undefined {
  const given = /^[^<>"]{0,80}\burl="([^"<>]{1,4000})"/.exec(home.split('id="WF_CWBS"')[1] ?? '')?.[1]
  const address = given?.replace(/^WINOPEN/, '').replaceAll('&amp;', '&')
  const url = address !== undefined && URL.canParse(address, at) ? new URL(address, at) : undefined
  return url?.origin === new URL(at).origin && url.pathname === '/WF_CWBS/main2.jsp' ? url.pathname + url.search : undefined
}

/** What its pages know of whoever is in, which they send with every button; nobody is in where there is none. */
export function contextIn(menu: string): Readonly<Record<string, unknown>> | undefined {
  const given = /^[^<>"]{0,80}\bvalue="([^"]*)"/.exec(menu.split('id="userContext"')[1] ?? '')?.[1]
  const parsed = lenient((given ?? '').replaceAll('_@', '"'))
  const [context] = Array.isArray(parsed) ? [...parsed] : []
  return isObject(context) ? context : undefined
}

const variables = z.array(z.object({ varname: z.string(), data: z.unknown().optional() }))

/** More of the same, which it gives as a list; none where that is not to be read. */
export function variablesIn(text: string): Readonly<Record<string, unknown>> {
  const read = variables.safeParse(lenient(text))
  return Object.fromEntries((read.data ?? []).map(({ varname, data }) => [`0-${varname.toUpperCase()}`, data ?? null]))
}

/** What this session calls the procedure behind the query's button; another session has another name. */
export const procedureIn = (window: string): string | undefined => /procs:\["(`\$[\da-f]{32}):/.exec(window)?.[1]

const cell = z.union([z.string(), z.number(), z.null()]).transform((value) => entitiesRead(String(value ?? '')))
const count = z.union([z.number(), z.string()]).optional()
const rows = z.object({ total: count, page: count, records: count, rows: z.array(z.object({ id: z.coerce.string(), cell: z.array(cell) })) })

/** The rows of a query: names without quotation marks, and cells with decimal entities, which are read once (bug-log 148). */
export const rowsIn = (text: string): z.output<typeof rows> | undefined => rows.safeParse(lenient(text)).data

/** A page of status 200. Its words may stand in a row too, so this is asked of what could not be read otherwise. */
export const saysTimedOut = (text: string): boolean => text.includes('系统超时') && text.includes('login.html')

/** The word of an action that failed, for whatever reason. */
export const saysFailed = (text: string): boolean => text.trimStart().startsWith('$$$SYS_ERROR$$$')

function lenient(text: string): unknown {
  try {
    return JSON5.parse(text)
  } catch {
    return undefined
  }
}

/** A number that is no character's stays as it is; half of a character, as of a text that was cut, is U+FFFD: no result could hold it. */
const entitiesRead = (text: string): string => text.replaceAll(/&#(\d{1,7});/g, (entity, digits: string) => {
  const point = Number(digits)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : entity
}).toWellFormed()
