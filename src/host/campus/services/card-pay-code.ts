import { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import { SecretValue, type Response } from '../../../sdk/index.ts'

const tsm = '/berserker-app/ykt/tsm'
export const payCodePath = `${tsm}/batchGetBarCodeGet`
/** How long a page of the card's shows one before it asks for another, in milliseconds (protocols §2.3). */
export const payCodeMs = 60_000

/** One GET of the card's, with the account's session. */
export type AskCard = (path: string, query: Readonly<Record<string, string>>) => Promise<Response>

const answer = <T extends z.ZodType>(data: T) => z.object({ code: z.literal(200), success: z.literal(true), data })
const use = answer(z.object({ cardType: z.coerce.string() }))
const cards = answer(z.object({ card: z.array(z.object({ account: z.string().min(1) })).min(1) }))
const payFrom = answer(z.array(z.object({ payacc: z.string(), paytype: z.string() })).min(1))
const codes = answer(z.object({ barcode: z.array(z.string().regex(/^\d{8,40}$/)).min(1) }))

/**
 * A live pay code of the card, from the first account that it may pay from. It works in one mode of use alone; which one is in
 * use is looked at and never changed, for that changes how the plastic card works. Rejects with `CAMPUS_PAY_CODE_MODE`,
 * `CAMPUS_PAY_CODE_NONE`, and as a request does.
 */
export async function fetchPayCode(ask: AskCard): Promise<SecretValue> {
  const read = async <T>(shape: z.ZodType<T>, path: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
    const parsed = shape.safeParse((await ask(path, query)).json)
    if (!parsed.success) throw new HarnessError('CAMPUS_PAY_CODE_NONE')
    return parsed.data
  }
  if ((await read(use, '/berserker-app/useCard/getUseCardConfig')).data.cardType !== digital) throw new HarnessError('CAMPUS_PAY_CODE_MODE')
  const [card] = (await read(cards, `${tsm}/queryCard`)).data.card
  const [from] = (await read(payFrom, `${tsm}/codebarPayinfo`)).data
  const [code] = (await read(codes, payCodePath, { account: card?.account ?? '', payacc: from?.payacc ?? '', paytype: from?.paytype ?? '' })).data.barcode
  return new SecretValue(code)
}

const digital = '1'
