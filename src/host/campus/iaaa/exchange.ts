import type { CookieJar } from 'tough-cookie'
import type { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { DoorResponse } from '../../net/door.ts'
import { type CampusDeps, random } from '../deps.ts'

/** An application registered at IAAA: its id and the one return address it may ask for (protocols §1.11). */
export interface IaaaApp {
  readonly appId: string
  readonly redirUrl: string
}

/**
 * Requests of one cookie session with IAAA for one app, each sent once. Whatever talks over it shares its clock. They reject with the door's `NET_*`, or with
 * `CAMPUS_UPSTREAM_ERROR` (`HTTP_<status>`) where IAAA answers outside its own protocol.
 */
export interface Exchange {
  readonly app: IaaaApp
  /** The page that the others name as their referrer. */
  openPage(): Promise<void>
  /** With a `_rand`. */
  get(name: string, query?: Record<string, string>): Promise<DoorResponse>
  /** A picture, with a number that keeps any cache from answering. */
  picture(name: string): Promise<DoorResponse>
  /** A form. With `seenThrough` it is not ended by whoever gives up: once it is sent, its answer counts. */
  post(name: string, fields: Record<string, string>, seenThrough?: boolean): Promise<DoorResponse>
  /** The server's clock minus ours in milliseconds, from the latest Date header. */
  skewMs(): number | undefined
}

const base = 'https://iaaa.pku.edu.cn/iaaa'
const hosts = ['iaaa.pku.edu.cn']

export function openExchange(deps: CampusDeps, app: IaaaApp, jar: CookieJar, signal: AbortSignal): Exchange {
  const page = `${base}/oauth.jsp?${encode({ appID: app.appId, appName: '', redirectUrl: app.redirUrl })}`
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
    app,
    openPage: async () => { await send(page) },
    get: (name, query = {}) => send(`${base}/${name}?${encode({ ...query, _rand: random(deps.chance) })}`),
    picture: (name) => send(`${base}/${name}?Rand=${random(deps.chance)}`),
    post: (name, fields, seenThrough) => send(`${base}/${name}`, encode(fields), seenThrough),
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

const encode = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
