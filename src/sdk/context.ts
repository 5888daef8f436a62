import type { UserAsked } from './effect.ts'
import type { Lang } from './words.ts'

/** What a tool gets besides its arguments. All of it is handed in by the host; nothing here returns a credential. */
export interface ToolContext {
  /** The turn the call belongs to; undefined for a call made directly by the person or a script. */
  readonly turn: { readonly tainted: boolean; readonly userAsked: UserAsked } | undefined
  /** Aborted when the call is cancelled, times out or the daemon locks. */
  readonly signal: AbortSignal
  readonly clock: { now(): Date }
  readonly lang: Lang
  readonly services: { readonly campus: CampusClient; readonly web: WebClient }
  /** The plugin's own values, per account. Labels are kept by the host beside each value. */
  readonly store: ValueStore
  /** The plugin's own durable records of one kind, per account. */
  records<T>(kind: string): RecordStore<T>
  /**
   * Calls a tool of the host's own plugins, such as `memory.save`, that the plugin declared under `uses`. The call is made in the
   * plugin's name, with its own effect and its own card; rejects with the host's typed error where it was refused or failed.
   */
  use(tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown>
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
export type Scalar = string | number | boolean

export interface Payload {
  readonly method?: Method
  readonly query?: Readonly<Record<string, Scalar | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** At most one of `form` and `json`. */
  readonly form?: Readonly<Record<string, Scalar>>
  readonly json?: unknown
  /** Overrides the charset that the answer declares. */
  readonly charset?: string
  /** Milliseconds for the whole request; the host's own cap still holds. */
  readonly timeoutMs?: number
}

export interface CampusRequest extends Payload {
  /** A campus service among the plugin's declared `scopes`, e.g. `treehole`. */
  readonly service: string
  /** Absolute path on the service's host, without a query, e.g. `/chapi/api/v3/hole/list`. */
  readonly path: string
  /**
   * Fields and files in their order, as a page's own form sends them (multipart/form-data); in place of `form` and `json`. Only to POST
   * endpoints that change something; 8 MiB in all.
   */
  readonly multipart?: readonly Part[]
}

/** A field of such a form, or a file. */
export type Part =
  | { readonly name: string; readonly value: Scalar }
  /** `type` is application/octet-stream where it is left out. */
  | { readonly name: string; readonly fileName: string; readonly type?: string; readonly bytes: Uint8Array }

export interface CampusClient {
  /**
   * One request with the account's session of that service, signing in first where needed.
   * Resolves for every HTTP status; rejects with the host's typed error when the request could not be made.
   */
  request(request: CampusRequest): Promise<Response>
}

export interface WebRequest extends Payload {
  /** https URL on one of the plugin's declared `websites`. */
  readonly url: string
}

export interface WebClient {
  request(request: WebRequest): Promise<Response>
}

/** A response without its session: Set-Cookie, tickets and tokens stay in the host. */
export interface Response {
  readonly status: number
  /** Lower-case names, from the host's allow-list. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Parsed JSON, or undefined where the body is not JSON. Some services' answers are only nearly JSON; then it is what the host read in them. */
  readonly json: unknown
  readonly bytes: Uint8Array
  /** Path of the last hop, without its query. */
  readonly finalPath: string
}

export interface ValueStore {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  list(prefix?: string): Promise<readonly string[]>
}

export type RecordStatus = 'saved' | 'pending' | 'approved' | 'forgotten'

export interface StoredRecord<T> {
  readonly id: string
  readonly value: T
  readonly status: RecordStatus
  /** Where the text came from: `user`, or the ids of the tools whose results were in the context. */
  readonly source: string
  /** True while third-party text of the record's making stands uncleared. */
  readonly tainted: boolean
  readonly createdAt: Date
}

export interface RecordStore<T> {
  /**
   * Stores a value; the host stamps its labels, its source and whether it waits as pending. Controls and hidden characters
   * of its texts become marks such as `[hidden: 3]`: the record that comes back says what was kept.
   */
  put(value: T): Promise<StoredRecord<T>>
  get(id: string): Promise<StoredRecord<T> | undefined>
  /** The ids of all that are not forgotten. Reads no record, so the call carries none of their labels. */
  ids(): Promise<readonly string[]>
  list(filter?: { readonly status?: readonly RecordStatus[] }): Promise<readonly StoredRecord<T>[]>
  /** `approve` clears a record's taint and keeps its source; only a userOnly tool may call it. */
  approve(id: string): Promise<StoredRecord<T> | undefined>
  /** Marks a record forgotten; its text is removed. */
  forget(id: string): Promise<boolean>
}
