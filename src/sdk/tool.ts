import type { z } from 'zod'
import type { ToolContext } from './context.ts'
import type { AskKind, Effect, Flags } from './effect.ts'
import type { Words } from './words.ts'

/** A tool of a bundled plugin. `I` must be a `z.strictObject`, so that an unknown argument is an error. */
export interface ToolSpec<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> extends Flags {
  readonly description: Words
  readonly effect: Effect
  /** The act of the user's that this tool carries out, when they ask for it in their own words. */
  readonly asks?: AskKind
  readonly input: I
  /** Checked after the run; what does not fit is a failure of the plugin, never passed on. */
  readonly output: O
  run(args: z.output<I>, ctx: ToolContext): Promise<z.input<O>>
}

/** Gives a tool its types. It does nothing else. */
export function defineTool<I extends z.ZodObject, O extends z.ZodType>(spec: ToolSpec<I, O>): ToolSpec<I, O> {
  return spec
}
