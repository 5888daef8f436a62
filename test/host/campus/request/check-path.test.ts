import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCanonicalPath } from '../../../../src/host/campus/request/check-path.ts'

describe('a path that may be asked', () => {
  it.each(['/', '/a', '/a/', '/a/b.do', '/chapi/api/v3/hole/list', '/a/%E7%90%86', '/a%20b', '/a.b/c-d_e~1'])('%s', (path) => {
    expect(isCanonicalPath(path)).toBe(true)
  })

  it.each([
    '', 'a', '//a', '/a//b', '/a/../b', '/..', '/a/.', '/./a', '/a/..', '/a?b', '/a#b', '/a\\b', '/a;jsessionid=1', '/a/%2e%2e/b', '/%2E', '/a%2fb', '/a%2Fb', '/a%5cb',
    '/a%3Fb', '/a%3bb', '/hole/p%6Fst', '/%41', '/a%e7%90%86', '/%FF', '/%E7%90', '/a%', '/a%0d%0a', '/a b', '/理教', '/a\n', '/a\t', '/a\u0000', '/<x>', `/${'a'.repeat(600)}`,
    '/web/login.php%20', '/web/login.php%20/x', '/%20a', '/web/login.php.', '/web./a', '/a:x', '/a,x', '/a=1', '/a+b', '/a@b', '/a/*', "/it's", '/a(1)', '/a!', '/a$', '/a&b',
    '/login.php%C2%A0', '/login.php%E3%80%80', '/login.php%E2%80%8B', '/login%C2%85.php', '/a%EF%BB%BF',
    'https://portal.pku.edu.cn/a', '@evil.example/', '/a/%20/..',
  ])('%j may not', (path) => {
    expect(isCanonicalPath(path)).toBe(false)
  })

  it('reads the same to a URL parser, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('/', '.', '%', '2', 'e', 'E', '\\', 'a', ';', '?', '#', ':', '@') }), (text) => {
      const path = `/${text}`
      if (!isCanonicalPath(path)) return
      const url = new URL(`https://portal.pku.edu.cn${path}`)
      expect([url.host, url.pathname, url.search, url.hash]).toEqual(['portal.pku.edu.cn', path, '', ''])
    }), { numRuns: 2000 })
  })
})
