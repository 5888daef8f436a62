import { describe, expect, it } from 'vitest'
import { cleanResponse } from '../../../../src/host/campus/request/clean-response.ts'
import type { DoorResponse } from '../../../../src/host/net/door.ts'

const secret = '0123456789abcdef'
const answer = (text: string): DoorResponse => ({
  url: 'https://treehole.pku.edu.cn/chapi/x;v=1', status: 200, headers: { 'content-type': 'application/json' }, bytes: Buffer.from(text), text,
  charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined,
})

describe('an answer in JSON', () => {
  it.each([64, 20_000, 200_000])('nested %i levels deep is an answer, and holds nothing of a session', (levels) => {
    const { json, text, bytes } = cleanResponse(answer(`${'['.repeat(levels)}"${secret}"${']'.repeat(levels)}`), [secret])
    expect(text).toContain('[credential]')
    expect(text).not.toContain(secret)
    expect(Buffer.from(bytes).toString()).toBe(text)
    expect(json === undefined).toBe(levels > 64)
  })

  it('is undefined as JSON where it is none, and its path has no parameters', () => {
    expect(cleanResponse(answer('{"a":'), [secret])).toMatchObject({ json: undefined, text: '{"a":', finalPath: '/chapi/x' })
  })
})
