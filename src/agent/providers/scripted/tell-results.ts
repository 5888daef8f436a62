import { isObject, type Json } from '../../../rules/json.ts'
import { scriptedWords } from '../../../rules/words/agent.ts'
import { say } from '../../../rules/words/say.ts'
import type { Lang } from '../../../sdk/index.ts'
import type { Result } from './read-request.ts'

/** The results of a turn in words, one line each. Every room, course, title and text in them comes from the results. */
export const tellResults = (results: readonly Result[], lang: Lang): string => results.map((result) => tell(result, lang)).join('\n')

/** Whether a call was not allowed, by its code: a rule, the person, a guard, or nobody to ask. */
export const isRefusal = ({ ok, error }: Result): boolean => !ok && /^(POLICY|APPROVAL|GRANT|GUARD)_|^MONITOR_DECISION_FAILED$/.test(error.code)

function tell(result: Result, lang: Lang): string {
  const { tool, ok, data, error } = result
  // Why stands beside the answer, in the host's own words.
  if (isRefusal(result)) return say(scriptedWords.refused, lang, { tool })
  if (!ok) return say(scriptedWords.failed, lang, { tool, message: error.message.replace(/[。.]$/, ''), hint: error.hint })
  if (tool === 'memory.save' && isObject(data) && typeof data['text'] === 'string') {
    return say(data['status'] === 'pending' ? scriptedWords.pending : scriptedWords.saved, lang, { text: data['text'] })
  }
  const topic = topicOf(tool, lang)
  if (tool === 'treehole.post' && isObject(data) && typeof data['pid'] === 'string') return say(scriptedWords.posted, lang, { topic, pid: data['pid'] })
  if (tool === 'shuttle.book' || tool === 'shuttle.cancel') return say(tool === 'shuttle.book' ? scriptedWords.booked : scriptedWords.cancelled, lang, { topic, seat: seatOf(data) })
  const average = isObject(data) && typeof data['gpa'] === 'number' ? [`GPA ${data['gpa']}`] : []
  const rows = [...average, ...rowsIn(data).map((row) => rowText(row, lang)).filter((text) => text !== '')]
  if (rows.length === 0) return say(scriptedWords.nothing, lang, { topic })
  const shown = rows.slice(0, mostRows).join(lang === 'zh' ? '、' : ', ')
  return say(scriptedWords.rows, lang, { topic, rows: rows.length > mostRows ? say(scriptedWords.more, lang, { rows: shown, count: rows.length }) : shown })
}

const mostRows = 12

const topicOf = (tool: string, lang: Lang): string => {
  const plugin = tool.split('.', 1)[0] ?? ''
  return isTopic(plugin) ? scriptedWords[plugin][lang] : tool
}

const topics = ['classrooms', 'grades', 'notices', 'treehole', 'memory', 'campus-events', 'canteen', 'shuttle'] as const
const isTopic = (plugin: string): plugin is (typeof topics)[number] => topics.some((topic) => topic === plugin)

const seatOf = (data: Json): string => (isObject(data) ? ['route', 'name', 'date', 'time'].flatMap((key) => { const part = data[key]; return typeof part === 'string' || typeof part === 'number' ? [part] : [] }).join(' ') : '')

/** The innermost rows of a result: objects in lists that hold no list of objects themselves, and plain values in lists. */
function rowsIn(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => (isObject(item) ? leafOrInner(item) : [item]))
  return isObject(value) ? Object.values(value).filter((inner) => typeof inner === 'object').flatMap(rowsIn) : []
}

function leafOrInner(item: { readonly [key: string]: Json }): readonly Json[] {
  const inner = Object.values(item).filter((value) => typeof value === 'object').flatMap(rowsIn)
  return inner.some(isObject) ? inner : [item]
}

function rowText(row: Json, lang: Lang): string {
  if (!isObject(row)) return row === null ? '' : String(row)
  const first = (names: readonly string[]) => names.map((name) => row[name]).find((value) => typeof value === 'string' || typeof value === 'number')
  const label = first(['room', 'name', 'course', 'dish', 'title', 'text'])
  const about = first(['score', 'grade', 'price', 'start', 'time', 'seats', 'date'])
  const number = first(['pid'])
  const parts = label === undefined ? Object.values(row).filter((value) => typeof value === 'string' || typeof value === 'number') : [...(number === undefined ? [] : [`#${number}`]), label]
  return about === undefined || label === undefined ? parts.join(' ') : `${parts.join(' ')}${lang === 'zh' ? `（${about}）` : ` (${about})`}`
}
