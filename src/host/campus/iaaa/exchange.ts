import type { CookieJar } from 'tough-cookie'
import type { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { DoorResponse } from '../../net/door.ts'
import { type CampusDeps, random } from '../deps.ts'

/**
 * Requests of one cookie session with IAAA, each sent once. They reject with the door's `NET_*`, or with
 * `CAMPUS_UPSTREAM_ERROR` (`HTTP_<status>`) where IAAA answers outside its own protocol.
 */
export interface Exchange {
  /** The page that the others name as their referrer. */
  openPage(): Promise<void>
  /** With a `_rand`. */
  get(name: string, query?: Record<string, string>): Promise<DoorResponse>
  /** Without one. */
  plain(name: string): Promise<DoorResponse>
  /** A form. With `seenThrough` it is not ended by whoever gives up: once it is sent, its answer counts. */
  post(name: string, fields: Record<string, string>, seenThrough?: boolean): Promise<DoorResponse>
  /** The server's clock minus ours in milliseconds, from the latest Date header. */
  skewMs(): number | undefined
}

export const iaaaBase = 'https://iaaa.pku.edu.cn/iaaa'
const hosts = ['iaaa.pku.edu.cn']

export function openExchange(deps: CampusDeps, page: string, jar: CookieJar, signal: AbortSignal): Exchange {
  let skew: number | undefined

  async function send(url: string, form?: string, seenThrough = false): Promise<DoorResponse> {
    const answer = await deps.door.request({
      destination: { kind: 'campus', service: 'iaaa' }, url, hosts, jar, redirects: 0,
      ...(seenThrough ? {} : { signal }),
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        'accept-language': 'zh-CN',
        ...(url === page ? {} : { referer: page, 'x-requested-with': 'XMLHttpRequest' }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
      },
      ...(form === undefined ? {} : { body: form }),
    })
    skew = answer.skewMs ?? skew
    if (answer.status !== 200) throw refusal(`HTTP_${answer.status}`)
    return answer
  }

  return {
    openPage: async () => { await send(page) },
    get: (name, query = {}) => send(`${iaaaBase}/${name}?${encode({ ...query, _rand: random(deps.chance) })}`),
    plain: (name) => send(`${iaaaBase}/${name}`),
    post: (name, fields, seenThrough) => send(`${iaaaBase}/${name}`, encode(fields), seenThrough),
    skewMs: () => skew,
  }
}

/** Throws `CAMPUS_UPSTREAM_ERROR` `NOT_JSON` for what the schema does not know. */
export function readReply<S extends z.ZodType>(answer: DoorResponse, schema: S): z.output<S> {
  try {
    return schema.parse(JSON.parse(answer.text))
  } catch (cause) {
    throw refusal('NOT_JSON', cause)
  }
}

const refusal = (code: string, cause?: unknown) => new HarnessError('CAMPUS_UPSTREAM_ERROR', { code, message: '' }, { cause })

export const encode = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
