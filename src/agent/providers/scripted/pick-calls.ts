import type { JsonObject } from '../../../rules/json.ts'
import { fillArguments, keywordIn, textArgument } from './fill-arguments.ts'
import { nameOf, type Reading } from './read-request.ts'

/** A call the scripted model wants to make. */
export interface Wanted { readonly name: string; readonly args: JsonObject }

/** The tools that the person's words are about; several topics give several calls. Only tools of the request's own list. */
export function pickCalls({ words, tools, today }: Reading): readonly Wanted[] {
  const [asked = '', toKeep] = words.split(rememberThis, 2)
  const topics = asked.replace(/[「『“"][^」』”"]{0,2000}[」』”"]/g, '')
  const wanted = intents.flatMap(({ tool, pattern, needs }): readonly Wanted[] => {
    const found = tools.find(({ name }) => name === nameOf(tool))
    return found && pattern.test(topics) && (needs === undefined || needs(asked)) ? [{ name: found.name, args: fillArguments(found.inputSchema, asked, today) }] : []
  })
  const memory = tools.find(({ name }) => name === nameOf('memory.save'))
  const fact = toKeep?.replace(/^[\s:：，,]+|(?<![\s。.！!])[\s。.！!]+$/g, '')
  return memory && fact ? [...wanted, { name: memory.name, args: { [textArgument(memory.inputSchema)]: fact } }] : wanted
}

const rememberThis = /记住|\bremember(?: that)?\b/i

const intents: readonly { readonly tool: string; readonly pattern: RegExp; readonly needs?: (words: string) => boolean }[] = [
  { tool: 'classrooms.free', pattern: /教室|classrooms?|free rooms?|\brooms?\b.{0,40}\bfree\b/i },
  { tool: 'grades.list', pattern: /成绩|绩点|分数|\bgpa\b|\bgrades?\b|\bscores?\b/i },
  { tool: 'notices.list', pattern: /通知|公告|\bnotices?\b|\bannouncements?\b/i },
  { tool: 'campus-events.upcoming', pattern: /活动|讲座|\bevents?\b|\btalks?\b|\blectures?\b/i },
  { tool: 'canteen.menu', pattern: /食堂|菜单|吃什么|\bcanteens?\b|\bmenus?\b/i },
  { tool: 'shuttle.cancel', pattern: /取消.{0,40}[班校]车|\bcancel\b.{0,40}\bshuttle\b/i },
  { tool: 'shuttle.book', pattern: /(?:预约|订)(?!的).{0,40}[班校]车|\bbook\b.{0,40}\bshuttle\b/i },
  { tool: 'shuttle.mine', pattern: /[班校]车预约|我预约的[班校]车|\bmy shuttle\b/i },
  { tool: 'shuttle.runs', pattern: /^(?!.*(?:预约|取消|订)).*[班校]车|^(?!.*\b(?:book|cancel|my)\b).*\bshuttles?\b/i },
  { tool: 'treehole.search', pattern: /树洞|treehole/i, needs: (words) => keywordIn(words) !== undefined },
  { tool: 'memory.list', pattern: /记得(?:我|什么)|有哪些记忆|memories|do you remember/i },
]
