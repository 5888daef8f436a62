import type { JsonObject } from '../../../rules/json.ts'
import { fillArguments, keywordIn, textArgument } from './fill-arguments.ts'
import { nameOf, type Reading } from './read-request.ts'

/** A call the scripted model wants to make. */
export interface Wanted { readonly name: string; readonly args: JsonObject }

/** The tools that the person's words are about; several topics give several calls. Only tools of the request's own list. */
export function pickCalls({ words, tools }: Reading): readonly Wanted[] {
  const [asked = '', toKeep] = words.split(rememberThis, 2)
  const topics = asked.replace(/[「『“"][^」』”"]{0,2000}[」』”"]/g, '')
  const wanted = intents.flatMap(({ tool, pattern, needs }): readonly Wanted[] => {
    const found = tools.find(({ name }) => name === nameOf(tool))
    return found && pattern.test(topics) && (needs === undefined || needs(asked)) ? [{ name: found.name, args: fillArguments(found.inputSchema, asked) }] : []
  })
  const memory = tools.find(({ name }) => name === nameOf('memory.save'))
  const fact = toKeep?.replace(/^[\s:：，,]+|(?<![\s。.！!])[\s。.！!]+$/g, '')
  return memory && fact ? [...wanted, { name: memory.name, args: { [textArgument(memory.inputSchema)]: fact } }] : wanted
}

const rememberThis = /记住|\bremember(?: that)?\b/i

const intents: readonly { readonly tool: string; readonly pattern: RegExp; readonly needs?: (words: string) => boolean }[] = [
  { tool: 'classrooms.free', pattern: /教室|classrooms?|free rooms?/i },
  { tool: 'grades.list', pattern: /成绩|绩点|分数|\bgpa\b|\bgrades?\b|\bscores?\b/i },
  { tool: 'notices.list', pattern: /通知|公告|\bnotices?\b|\bannouncements?\b/i },
  { tool: 'treehole.search', pattern: /树洞|treehole/i, needs: (words) => keywordIn(words) !== undefined },
  { tool: 'memory.list', pattern: /记得(?:我|什么)|有哪些记忆|memories|do you remember/i },
]
