import { canonicalJson } from '../../rules/canonical.ts'
import type { Json, JsonObject } from '../../rules/json.ts'
import { withoutAbsent } from '../../rules/json.ts'
import type { CampusRequest, Response, ToolContext, WebRequest } from '../../sdk/index.ts'
import type { RegisteredPlugin, RegisteredTool } from '../registry/plugin.ts'
import type { FixtureInput } from './fixture.ts'
import { redactPersonal } from './personal.ts'

/** What the sites and the host's abilities answered in one run, in order. */
export interface Recorder {
  /** The same plugin, whose tools tell the recorder what they hear. */
  readonly plugin: RegisteredPlugin
  /** A recording of it: no numbers of persons, no credentials. Undefined where what it heard holds what `isSecret` knows. */
  recording(call: { readonly tool: string; readonly args: JsonObject; readonly at: number }, knowing: Knowing): FixtureInput | undefined
}

export interface Knowing {
  readonly isSecret: (text: string) => boolean
  /** Numbers of the accounts here: they are hidden inside longer numbers too, as services build ids from them. */
  readonly accounts: readonly string[]
}

export function recordRuns(plugin: RegisteredPlugin, now: () => number): Recorder {
  const exchanges: { readonly asked: CampusRequest | WebRequest; readonly response: Response; readonly ms: number }[] = []
  const uses: NonNullable<FixtureInput['uses']>[number][] = []
  const hearing = (ctx: ToolContext): ToolContext => {
    const heard = <R extends CampusRequest | WebRequest>(request: (asked: R) => Promise<Response>) => async (asked: R): Promise<Response> => {
      const began = now()
      const response = await request(asked)
      exchanges.push({ asked, response, ms: now() - began })
      return response
    }
    return {
      ...ctx,
      services: { campus: { request: heard((asked: CampusRequest) => ctx.services.campus.request(asked)) }, web: { request: heard((asked: WebRequest) => ctx.services.web.request(asked)) } },
      async use(tool, args) {
        const result = await ctx.use(tool, args)
        uses.push({ tool, args: plain(args) as JsonObject, result: plain(result) })
        return result
      },
    }
  }
  return {
    plugin: { ...plugin, tools: plugin.tools.map((tool): RegisteredTool => ({ ...tool, run: (args, ctx) => tool.run(args, hearing(ctx)) })) },
    recording({ tool, args, at }, { isSecret, accounts }) {
      const all = plain({ tool, args, at: campusTime(at), exchanges: exchanges.map(exchangeOf), uses })
      const text = canonicalJson(all)
      // Before anything is hidden: what hides in it must be told of, not tidied away.
      if (isSecret(text) || exchanges.some(({ response }) => isSecret(response.text))) return undefined
      const known = new Map(accounts.map((account, index) => [account, String(index + 1).padStart(account.length, '0')]))
      return redacted(all, known, accounts) as FixtureInput
    },
  }
}

function exchangeOf({ asked, response, ms }: { readonly asked: CampusRequest | WebRequest; readonly response: Response; readonly ms: number }) {
  const { method = 'GET', query, form, json } = asked
  const to = 'service' in asked ? { service: asked.service, path: asked.path } : { url: asked.url }
  const [type] = (response.headers['content-type'] ?? '').split(';')
  return {
    request: { ...to, method, ...(query && Object.keys(query).length > 0 ? { query } : {}), ...(form ? { form } : {}), ...(json === undefined ? {} : { json }) },
    // The text was decoded already, so the recording is UTF-8 whatever the page says of itself.
    response: { status: response.status, ...(type ? { type } : {}), charset: 'utf-8', path: response.finalPath, ms: Math.round(ms), ...(response.json === undefined ? { text: response.text } : { json: response.json }) },
  }
}

/** Each text and each number of a person's. A key is a site's own word. */
function redacted(value: Json, known: Map<string, string>, accounts: readonly string[]): Json {
  const hide = (text: string): string => redactPersonal(accounts.reduce((done, account) => done.replaceAll(account, known.get(account) ?? ''), text), known)
  if (typeof value === 'string') return hide(value)
  if (typeof value === 'number') { const hidden = hide(String(value)); return hidden === String(value) ? value : Number(hidden) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => redacted(item, known, accounts))
  return Object.fromEntries(Object.entries<Json>(value).map(([key, item]) => [key, redacted(item, known, accounts)]))
}

/** What came as JSON, and plain records of ours, without what is not there. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(withoutAbsent(value) ?? null)) as Json

/** A moment in the campus's own zone. */
export const campusTime = (at: number): string => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
