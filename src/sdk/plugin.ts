import type { z } from 'zod'
import type { ToolSpec } from './tool.ts'
import type { Words } from './words.ts'

/** A tool whose argument types are forgotten, as the registry keeps it. Method bivariance lets every ToolSpec in. */
export type AnyToolSpec = ToolSpec<z.ZodObject, z.ZodType>

export interface PluginSpec {
  /** `[a-z][a-z0-9-]{1,31}` */
  readonly id: string
  /** semver */
  readonly version: string
  readonly name: Words
  readonly summary: Words
  /** A core plugin cannot be switched off. */
  readonly core?: boolean
  /** Campus services its tools may ask. */
  readonly scopes: readonly string[]
  /** What the assistant is told about the plugin. Data to the model, never a rule. */
  readonly instructions: Words
  /** What leaves the machine, and to whom, in words. */
  readonly disclosure?: readonly Words[]
  /** Old plugin ids this one takes over. */
  readonly legacy?: readonly string[]
  readonly tools: Readonly<Record<string, AnyToolSpec>>
}

/** Gives a plugin its types. It does nothing else: registering is the host's. */
export function definePlugin<const P extends PluginSpec>(spec: P): P {
  return spec
}
