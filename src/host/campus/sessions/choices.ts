import type { ChoiceId } from '../campus.ts'
import type { Keystore, SecretRef } from '../../keystore/keystore.ts'
import { absentAs } from '../absent.ts'
import { type Ask, typedCode } from '../iaaa/second-factor.ts'

/**
 * A question of a service's own during a sign-in, such as which programme of a double degree. The person is asked at each
 * sign-in of theirs, so that they can choose anew; an empty answer leaves what stands. Nobody there: what stands, undefined
 * where nothing does, or where the service no longer offers it. It is kept beside the device id, and opens nothing.
 */
export async function chosen(keystore: Keystore, ask: Ask | undefined, account: string, choice: ChoiceId, options: readonly string[]): Promise<string | undefined> {
  const ref: SecretRef = { account, kind: 'choice', name: choice }
  const kept = await absentAs(undefined, keystore.use(ref, `answer ${choice}`, (value) => value.toString('latin1')))
  const current = kept !== undefined && options.includes(kept) ? kept : undefined
  const typed = await typedCode(ask, { kind: 'choice', choice, options, current })
  const answer = typed ?? current
  if (answer === undefined || !options.includes(answer)) return undefined
  if (answer !== kept) await keystore.put(ref, Buffer.from(answer))
  return answer
}
