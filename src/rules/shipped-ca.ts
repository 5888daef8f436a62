/** When the CA certificate that is shipped for course.pku.edu.cn ends (`host/net/extra-ca`), in milliseconds since the epoch. */
export const shippedCaEnds = Date.UTC(2027, 4, 21)

const warnMs = 60 * 86_400_000

/** Whether to speak of it: from 60 days before its end on. `now` in milliseconds since the epoch. */
export const shippedCaState = (now: number): 'fine' | 'ends-soon' | 'ended' =>
  now >= shippedCaEnds ? 'ended' : now >= shippedCaEnds - warnMs ? 'ends-soon' : 'fine'
