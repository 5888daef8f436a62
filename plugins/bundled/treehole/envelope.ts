import { type FailureKind, type Response, ToolFailure, type Words } from 'pku-harness/sdk'
import { z } from 'zod'

const envelope = z.looseObject({
  code: z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)]),
  message: z.string().optional(),
  data: z.unknown().optional(),
})

/** What the service's codes mean (protocols §2.1); any other code than these and 20000 is a refusal. */
const meanings: Readonly<Record<number, { readonly kind: FailureKind; readonly words: Words }>> = {
  40001: { kind: 'signed-out', words: { zh: '树洞登录已失效', en: 'the treehole session has ended' } },
  40002: { kind: 'signed-out', words: { zh: '树洞要求短信或手机令牌验证', en: 'treehole wants a text-message or token check' } },
  40077: { kind: 'signed-out', words: { zh: '树洞要求再次授权', en: 'treehole wants a fresh authorisation' } },
  41001: { kind: 'not-found', words: { zh: '没有这个树洞', en: 'there is no such hole' } },
  41511: { kind: 'closed', words: { zh: '树洞现在不开放', en: 'treehole is not open now' } },
  42411: { kind: 'closed', words: { zh: '树洞说网络异常', en: 'treehole reports a network fault' } },
}

/**
 * The `data` of an answer, in the shape that is expected. HTTP 200 proves nothing: the envelope's code decides.
 * @throws ToolFailure `site-changed` for an answer that is not the service's envelope or not of that shape.
 */
export function openEnvelope<T>(response: Response, shape: z.ZodType<T>, lang: keyof Words): T {
  const fail = (kind: FailureKind, words: Words): never => { throw new ToolFailure(kind, words[lang]) }
  if (response.status === 401) fail('signed-out', { zh: '树洞登录已失效', en: 'the treehole session has ended' })
  if (response.status >= 500) fail('closed', { zh: `树洞服务器出错（${response.status}）`, en: `the treehole server failed (${response.status})` })
  const opened = envelope.safeParse(response.json)
  if (!opened.success) return fail('site-changed', { zh: '回答不是树洞的格式', en: 'the answer is not in treehole’s format' })
  const { code } = opened.data
  if (code !== 20000) {
    const meaning = meanings[code]
    return fail(meaning?.kind ?? 'rejected', meaning?.words ?? { zh: `树洞返回代码 ${code}`, en: `treehole answered code ${code}` })
  }
  const data = shape.safeParse(opened.data.data)
  if (!data.success) return fail('site-changed', { zh: '树洞的数据缺少字段', en: 'fields are missing in treehole’s data' })
  return data.data
}
