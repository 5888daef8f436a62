import { z } from 'zod'

const turn = z.strictObject({
  kind: z.literal('turn'), turn: z.string(), principal: z.string(),
  /** Version of the host rules that the model was given. */
  rules: z.number().int(),
  facts: z.string(), message: z.string(),
  /** The person typed all of it at a terminal; otherwise it is third-party text. */
  typed: z.boolean().default(false),
})
const call = z.strictObject({ id: z.string(), name: z.string(), tool: z.string(), args: z.string() })
/** One answer of the model. `tainted`: it was written with third-party text in the context, so it is such text too. */
const step = z.strictObject({
  kind: z.literal('step'), turn: z.string(), text: z.string(), reasoning: z.string(), calls: z.array(call).readonly(), tainted: z.boolean(),
  usage: z.strictObject({ input: z.number(), output: z.number() }).optional(),
})
/**
 * `content` is the envelope that the model was given; `call` the id in the step, `callId` the monitor's. `private`: it holds data of the
 * person's own; so does one of before that was told.
 */
const result = z.strictObject({
  kind: z.literal('result'), turn: z.string(), call: z.string(), callId: z.string(), tool: z.string(), untrusted: z.boolean(), private: z.boolean().default(true), content: z.string(),
})
const end = z.strictObject({ kind: z.literal('end'), turn: z.string(), reason: z.string(), text: z.string() })

/**
 * What a conversation is made of, as it stands in the store, append-only. The context of a later turn is rebuilt from these alone, byte
 * for byte: the host facts of a past turn are kept as they were sent.
 */
export const storedEvent = z.discriminatedUnion('kind', [turn, step, result, end])
export type StoredEvent = z.infer<typeof storedEvent>
export type StoredCall = z.infer<typeof call>
