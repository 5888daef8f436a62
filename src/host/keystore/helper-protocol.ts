import { z } from 'zod'
import { keychainReasons, keychainStates } from './outcome.ts'

/** What the daemon and its keychain helper say to each other, over Node's IPC channel with structured clones (bytes stay bytes). */
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const helperRequest = z.discriminatedUnion('op', [
  z.strictObject({ id: z.number(), op: z.literal('get'), service: z.string(), name: z.string() }),
  z.strictObject({ id: z.number(), op: z.literal('set'), service: z.string(), name: z.string(), value: bytes }),
  z.strictObject({ id: z.number(), op: z.literal('delete'), service: z.string(), name: z.string() }),
])
export type HelperRequest = z.infer<typeof helperRequest>

export const helperAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ id: z.number(), outcome: z.literal('value'), value: bytes.nullable() }),
  z.strictObject({ id: z.number(), outcome: z.literal('stored') }),
  z.strictObject({ id: z.number(), outcome: z.literal('deleted'), found: z.boolean() }),
  z.strictObject({ id: z.number(), outcome: z.literal('damaged') }),
  z.strictObject({ id: z.number(), outcome: z.literal('failed'), state: z.enum(keychainStates), reason: z.enum(keychainReasons) }),
])
export type HelperAnswer = z.infer<typeof helperAnswer>
