import { z } from 'zod'
import type { Json } from '../../../rules/json.ts'
import type { Lang } from '../../../sdk/index.ts'
import type { ModelCall, ModelMessage, ModelRequest, ModelTool } from '../../model.ts'
import { requestKey } from '../../prompt/data-message.ts'
import { factsPrefix } from '../../prompt/host-facts.ts'

/** A tool's result as the model finds it in its request. */
export interface Result {
  readonly tool: string
  readonly ok: boolean
  readonly data: Json
  readonly error: { readonly code: string; readonly message: string; readonly hint: string }
}

/** All that the scripted model knows: its request, taken apart. */
export interface Reading {
  readonly lang: Lang
  /** `2026-11-30` at the university; undefined in a request without the host's facts. */
  readonly today: string | undefined
  /** The person's last message. */
  readonly words: string
  /** Results since that message, and those of the whole conversation. */
  readonly results: readonly Result[]
  readonly allResults: readonly Result[]
  /** Every call made so far, to make none twice. */
  readonly calls: readonly ModelCall[]
  readonly tools: readonly ModelTool[]
}

export function readRequest({ messages, tools }: ModelRequest): Reading {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const last = messages[asked]
  return {
    ...factsIn(messages), words: wordsOf(last?.content ?? ''), tools,
    results: messages.slice(asked + 1).flatMap(resultOf), allResults: messages.flatMap(resultOf),
    calls: messages.flatMap((message) => (message.role === 'assistant' ? message.calls : [])),
  }
}

/** What was asked, also where it stands in a place of its own. */
function wordsOf(content: string): string {
  const read = z.strictObject({ [requestKey]: z.string() }).safeParse(parsed(content))
  return read.success ? read.data[requestKey] ?? '' : content
}

const envelope = z.object({
  tool: z.string(), ok: z.boolean(),
  data: z.custom<Json>(() => true).optional(),
  error: z.object({ code: z.string(), message: z.string().default(''), hint: z.string().default('') }).optional(),
})

function resultOf(message: ModelMessage): readonly Result[] {
  if (message.role !== 'tool') return []
  const read = envelope.safeParse(parsed(message.content))
  if (!read.success) return []
  const { tool, ok, data, error } = read.data
  return [{ tool, ok, data: data ?? null, error: error ?? { code: '', message: '', hint: '' } }]
}

function factsIn(messages: readonly ModelMessage[]): Pick<Reading, 'lang' | 'today'> {
  const facts = messages.findLast(({ role, content }) => role === 'system' && content.startsWith(factsPrefix))
  const read = z.object({ reply_language: z.string(), time: z.string() }).safeParse(parsed(facts?.content.slice(factsPrefix.length) ?? ''))
  return { lang: read.success && read.data.reply_language === 'en' ? 'en' : 'zh', today: read.data?.time.slice(0, 10) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name under which a tool id stands in a tool list. */
export const nameOf = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_')
