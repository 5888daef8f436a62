import type { FailureKind, Method, Words } from '../../../sdk/index.ts'
import type { PickOf, SpecOf } from '../extract/extract-types.ts'
import type { Node } from '../expression/node.ts'
import type { Template } from '../expression/template.ts'

/** A step after reading: every template and expression parsed. A closed union; `run-steps` and `inside` have a case for each. */
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
  | { readonly kind: 'paginate'; readonly paginate: PaginateStep; readonly as: string | undefined }
  | { readonly kind: 'store'; readonly store: StoreStep; readonly as: string | undefined }
  | { readonly kind: 'cache'; readonly key: Template; readonly ms: number; readonly steps: readonly Step[]; readonly value: Template; readonly as: string | undefined }
  | { readonly kind: 'call'; readonly tool: string; readonly args: Values; readonly as: string | undefined }
  | { readonly kind: 'use'; readonly tool: string; readonly args: Values; readonly as: string | undefined }
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
  readonly multipart: readonly PartTemplate[] | undefined
  readonly charset: string | undefined
  readonly status: readonly number[] | undefined
  readonly type: 'json' | 'html' | 'text' | 'bytes' | undefined
  /** Milliseconds. */
  readonly timeoutMs: number | undefined
  readonly safe: boolean
}
/** A field of a page's form, or a file of text or (by `base64`) of bytes. */
export type PartTemplate =
  | { readonly name: string; readonly file: undefined; readonly value: Template }
  | { readonly name: string; readonly file: Template; readonly type: string | undefined; readonly base64: boolean; readonly value: Template }

/** A request that is made again for each page. `item` is what its expressions know of the page: `page`, `cursor`, `link`, `answer`. */
export interface PaginateStep {
  readonly request: RequestStep
  readonly item: string
  /** The number of the first page. */
  readonly from: number
  /** The list in an answer. */
  readonly items: Node
  /** A page with fewer is the last. */
  readonly size: number | undefined
  readonly until: Node | undefined
  /** What the next request is told in place of a number: a value of the answer, or the query of a link in it. */
  readonly next: { readonly by: 'cursor' | 'link'; readonly of: Node } | undefined
  readonly most: number | undefined
}

export interface StoreStep {
  readonly act: 'get' | 'put' | 'delete' | 'list'
  /** For `list`, what the keys begin with. */
  readonly key: Template
  /** Of a `put`. */
  readonly value: Template | undefined
}

export type Values = readonly (readonly [string, Template])[]

export interface ExtractStep {
  readonly from: Node
  /** Its selectors may hold expressions, as CSS strings. */
  readonly spec: SpecOf<Template>
}
export type PickTemplate = PickOf<Template>
