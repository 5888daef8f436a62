import type { Json } from '../../../rules/json.ts'

/** What an extraction reads. */
export type Source =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'text'; readonly text: string }

/**
 * What it looks for: `css` and `table` in html, `path` in json, `regex` in text. `S` is a selector, as the author wrote it (a
 * template) or with its expressions filled in (a text).
 */
export type SpecOf<S> =
  | { readonly kind: 'css'; readonly pick: PickOf<S> }
  | { readonly kind: 'table'; readonly select: S; readonly text?: 'line' | 'lines'; readonly columns: Readonly<Record<string, Column>> }
  | { readonly kind: 'path'; readonly path: string; readonly many: boolean; readonly required: boolean }
  | { readonly kind: 'regex'; readonly pattern: string; readonly many: boolean; readonly required: boolean }

/** What to take from the elements that a selector matches; without a selector, from the element at hand. */
export interface PickOf<S> {
  readonly select: S | undefined
  readonly many: boolean
  /** A miss ends the tool with `site-changed`. */
  readonly required: boolean
  /** Parts that are left out of the text. */
  readonly without: S | undefined
  readonly take:
    | { readonly kind: 'text'; readonly form: 'line' | 'lines' }
    | { readonly kind: 'attr'; readonly name: string }
    | { readonly kind: 'exists' }
    | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, PickOf<S>>> }
  /** Cuts what was taken to the first match: its first group, or all of it where there is none. */
  readonly match: string | undefined
}

export type Spec = SpecOf<string>
export type Pick = PickOf<string>

export interface Column {
  /** Names the header cell may have, compared without spaces. */
  readonly headers: readonly string[]
  /** Which of the columns below such a header, from 1 (unless said the first): a header that spans two stands over both. */
  readonly nth?: number
  /** A table without this header is a changed site, unless the column is optional. */
  readonly optional: boolean
}

/** What a job ends with. Only data crosses the worker's border. */
export type Answer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly code: ExtractCode; readonly params: Readonly<Record<string, string | number>> }
  /** A required match that is not there: the author's selector, header, path or pattern. */
  | { readonly ok: false; readonly missing: string }

export type ExtractCode =
  | 'DOC_DOM_NODES_EXCEEDED' | 'DOC_DOM_DEPTH_EXCEEDED' | 'DOC_REGEX_INPUT_EXCEEDED' | 'DOC_REGEX_PROGRAM_EXCEEDED' | 'DOC_PATTERN_INVALID'
  | 'DOC_SELECTOR_INVALID' | 'DOC_PATH_INVALID' | 'DOC_RESULT_EXCEEDED' | 'DOC_EXTRACT_FAILED'

/** Reads pages where a time-out can end it without stopping the daemon. `open-extractor.ts` opens one. */
export interface Extractor {
  /**
   * Rejects with a `DOC_*` HarnessError, with a ToolFailure `site-changed` (its message what was sought) for a required match that is missing, or with
   * the signal's reason; an aborted job's worker is ended, however busy it is.
   */
  extract(source: Source, spec: Spec, signal: AbortSignal): Promise<Json>
  close(): Promise<void>
}
