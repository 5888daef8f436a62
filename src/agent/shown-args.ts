import type { Json } from '../rules/json.ts'
import type { Scrubber } from '../rules/redaction.ts'

/**
 * A call's arguments as they may be shown and kept. A model can spell a secret with JSON's escapes, so what they mean is
 * scrubbed too; where nothing is hidden that way they stay as they were written.
 */
export function shownArgs(args: string, scrubber: Pick<Scrubber, 'text' | 'json'>): string {
  const value = parsed(args)
  if (value === undefined) return scrubber.text(args)
  const clean = JSON.stringify(scrubber.json(value))
  return scrubber.text(clean === JSON.stringify(value) ? args : clean)
}

function parsed(args: string): Json | undefined {
  try { return JSON.parse(args) as Json } catch { return undefined }
}
