import { isObject } from '../../../rules/json.ts'
import { treeholeCode } from './treehole-code.ts'
import { redeemTreehole, signTreehole } from './treehole-sign-in.ts'
import { treeholeStepUps } from './treehole-step-ups.ts'
import { treeholeEndpoints } from './treehole-endpoints.ts'
import type { Answer, Service, Verdict } from './service.ts'

/**
 * Treehole (protocols §2.1): JSON behind a JWT, and a device id that the server ties its text-message check to. Its
 * three base paths (`/chapi/api/v3`, `/chapi/api`, and the old root) are kept apart in the table (bug-log 137).
 */
export const treehole: Service = {
  id: 'treehole',
  origin: 'https://treehole.pku.edu.cn',
  hosts: ['treehole.pku.edu.cn'],
  within: '/chapi/',
  endpoints: treeholeEndpoints,
  pace: 3,
  redirects: 0,
  signedIn: {
    knowsDevices: true,
    provesAccount: true,
    app: (device) => ({ appId: 'PKU Helper', redirUrl: `https://treehole.pku.edu.cn/chapi/cas_iaaa_login?version=3&uuid=${device}&plat=web` }),
    redeem: redeemTreehole,
    sign: signTreehole,
    judge,
    stepUps: treeholeStepUps,
    bridges: [],
    plainCookies: ['pku_uid', 'pku_expires_in'],
  },
}

/** HTTP 401 comes from the gate before any handler. The codes inside a 200 body are less sure (protocols §2.1). */
function judge({ status, json }: Answer): Verdict {
  if (status === 401) return { kind: 'ended', taken: 'no' }
  if (!isObject(json)) return { kind: 'unclear' }
  if (json['message'] === 'Token not provided') return { kind: 'ended', taken: 'no' }
  switch (treeholeCode(json)) {
    case 20000: return { kind: 'alive' }
    case 401: case 40001: return { kind: 'ended', taken: 'unknown' }
    case 40002: return { kind: 'step-up', code: 'CAMPUS_STEP_UP_DEVICE' }
    case 40077: return { kind: 'step-up', code: 'CAMPUS_STEP_UP_RECORDS' }
    default: return { kind: 'unclear' }
  }
}
