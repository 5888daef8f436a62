import type { FailureKind, Method, Words } from '../../../sdk/index.ts'
import type { PickOf, SpecOf } from '../extract/extract-types.ts'
import type { Node } from '../expression/node.ts'
import type { Template } from '../expression/template.ts'

/** A step after reading: every template and expression parsed. A closed union; `run-steps` and `requests-of` have a case for each. */
export type Step = { readonly at: string } & (
  | { readonly kind: 'request'; readonly request: RequestStep; readonly as: string | undefined }
  | { readonly kind: 'extract'; readonly extract: ExtractStep; readonly as: string | undefined }
  | { readonly kind: 'let'; readonly values: readonly (readonly [string, Template])[] }
  | { readonly kind: 'each'; readonly in: Node; readonly item: string; readonly keep: Node | undefined; readonly steps: readonly Step[]; readonly yield: Template | undefined; readonly as: string | undefined }
  | { readonly kind: 'when'; readonly if: Node; readonly yes: readonly Step[]; readonly no: readonly Step[] }
  | { readonly kind: 'sort'; readonly in: Node; readonly item: string; readonly by: Node | undefined; readonly down: boolean; readonly as: string | undefined }
  | { readonly kind: 'take'; readonly in: Node; readonly count: Template; readonly from: Template | undefined; readonly as: string | undefined }
  | { readonly kind: 'unique'; readonly in: Node; readonly item: string; readonly by: Node | undefined; readonly as: string | undefined }
  | { readonly kind: 'group'; readonly in: Node; readonly item: string; readonly by: Node; readonly as: string | undefined }
  | { readonly kind: 'assert'; readonly that: Node; readonly or: FailureKind; readonly words: Words | undefined }
  | { readonly kind: 'fail'; readonly failure: FailureKind; readonly words: Words }
  | { readonly kind: 'return'; readonly value: Template }
)

export interface RequestStep {
  readonly to:
    | { readonly kind: 'campus'; readonly service: string; readonly path: Template }
    /** `host` is the author's literal; `head` is all of the URL before its query, `tail` the query with its `?`. */
    | { readonly kind: 'website'; readonly host: string; readonly head: Template; readonly tail: Template | undefined }
  readonly method: Method
  readonly query: Values
  readonly headers: Values
  readonly form: Values | undefined
  readonly json: Template | undefined
  readonly charset: string | undefined
  readonly status: readonly number[] | undefined
  readonly type: 'json' | 'html' | 'text' | undefined
  /** Milliseconds. */
  readonly timeoutMs: number | undefined
  readonly safe: boolean
}
export type Values = readonly (readonly [string, Template])[]

export interface ExtractStep {
  readonly from: Node
  /** Its selectors may hold expressions, as CSS strings. */
  readonly spec: SpecOf<Template>
}
export type PickTemplate = PickOf<Template>
