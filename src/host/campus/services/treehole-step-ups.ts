import { isObject } from '../../../rules/json.ts'
import { parseJson } from '../../net/parse-json.ts'
import type { Passed, Signature, SignedIn, StepUp, Visit } from './service.ts'
import { treeholeCode } from './treehole-code.ts'
import { readJwt, signTreehole, treeholePost } from './treehole-sign-in.ts'

/** A path of one of the checks; each takes a POST of JSON (protocols §2.1). */
const api = (name: string) => `/chapi/api/${name}`

interface Paths { readonly token: string; readonly send: string; readonly verify: string; readonly codeField: 'code' | 'valid_code' }

/**
 * The treehole's two further checks (protocols §2.1; which of the two ways an account has is seen only by trying):
 * 40002, this device for all content, which signing in again would not pass (bug-log 136), and 40077, scores and course
 * table for a short while.
 */
export const treeholeStepUps: SignedIn['stepUps'] = {
  CAMPUS_STEP_UP_DEVICE: {
    ...ways({ token: api('login_iaaa_check_token'), send: api('jwt_send_msg'), verify: api('jwt_msg_verify'), codeField: 'valid_code' }),
    wanted: async (visit, session) => treeholeCode(parseJson((await visit.go('/chapi/api/v3/hole/list?page=1&limit=1', { headers: signTreehole(session) })).text)) === 40002,
  },
  CAMPUS_STEP_UP_RECORDS: ways({
    token: api('course/password_get_token'), send: api('course/send_get_token_message'), verify: api('course/mobile_message_get_token'), codeField: 'code',
  }),
}

function ways({ token, send, verify, codeField }: Paths): StepUp {
  return {
    byToken: async (visit, session, code) => passedBy(visit, await post(visit, session, token, { code })),
    bySms: {
      async send(visit, session) {
        const answer = await post(visit, session, send, {})
        const { data } = answer
        const mask = isObject(data) && typeof data['phone_mask'] === 'string' ? data['phone_mask'].slice(0, 20) : undefined
        // 40001 here: the code sent before may still be typed (its other meaning, an ended login, is for other paths).
        return { sent: answer.code === 20000 ? 'sent' : answer.code === 40001 ? 'still-valid' : 'refused', mask }
      },
      verify: async (visit, session, code) => passedBy(visit, await post(visit, session, verify, { [codeField]: code })),
    },
  }
}

/** With the yes may come another JWT; one that is not this account's is no better than none. */
function passedBy(visit: Visit, { code, data }: { code: number | undefined; data: unknown }): Passed {
  if (code !== 20000) return { passed: false }
  const token = isObject(data) && typeof data['token'] === 'string' ? data['token'] : undefined
  const read = token === undefined ? undefined : readJwt(token)
  return { passed: true, renewed: read?.account === visit.account ? { token, expiresAt: read.expiresAt } : undefined }
}

async function post(visit: Visit, session: Signature, path: string, body: unknown): Promise<{ code: number | undefined; data: unknown }> {
  const { text } = await visit.go(path, treeholePost(session, body))
  const answer = parseJson(text)
  return { code: treeholeCode(answer), data: isObject(answer) ? answer['data'] : undefined }
}
