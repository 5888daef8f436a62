import type { JsonObject } from '../rules/json.ts'

/** A model, behind one small port. Implementations in `providers/`; they never run a tool. */
export interface ModelProvider {
  readonly id: string
  /** Streams one answer. Rejects with `MODEL_*`; retried inside only before the first byte. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** Exactly what is sent: nothing is added behind this. Host text and outside text stand in separate messages. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
}
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string }
/** `args` is the model's own text: broken JSON is kept and answered as a validation error. */
export interface ModelCall { readonly id: string; readonly name: string; readonly args: string }
export interface ModelTool { readonly name: string; readonly description: string; readonly inputSchema: JsonObject }

export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ModelCall }
  | { readonly kind: 'usage'; readonly input: number; readonly output: number }
  | { readonly kind: 'end'; readonly reason: 'stop' | 'calls' | 'length' | 'other' }
