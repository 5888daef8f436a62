import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { checkUrl, loopbackOriginOf, type UrlRules } from '../../../src/host/net/check-url.ts'

const rules: UrlRules = { hosts: ['a.pku.edu.cn'], upgradeHttp: false, loopbackOrigin: undefined }
const verdict = (input: string, more: Partial<UrlRules> = {}): string => {
  try {
    return checkUrl(input, { ...rules, ...more }).url.href
  } catch (error) {
    return error instanceof HarnessError ? error.code : 'THREW'
  }
}

describe('a URL is judged by what it means, not by how it is spelt', () => {
  it.each([
    ['https://a.pku.edu.cn/x?y#z', 'https://a.pku.edu.cn/x?y'],
    ['https://A.PKU.edu.cn:443/', 'https://a.pku.edu.cn/'],
    ['https:\\\\a.pku.edu.cn\\x', 'https://a.pku.edu.cn/x'],
    ['https://ａ.ｐｋｕ.edu.cn/', 'https://a.pku.edu.cn/'],
    ['http://a.pku.edu.cn/', 'NET_SCHEME'],
    ['ftp://a.pku.edu.cn/', 'NET_SCHEME'],
    ['file:///etc/passwd', 'NET_SCHEME'],
    ['data:text/plain,x', 'NET_SCHEME'],
    ['https://a.pku.edu.cn:8443/', 'NET_PORT_FORBIDDEN'],
    ['https://user@a.pku.edu.cn/', 'NET_URL_USERINFO'],
    ['https://a.pku.edu.cn@evil.com/', 'NET_URL_USERINFO'],
    ['https://evil.com/a.pku.edu.cn', 'NET_HOST_UNDECLARED'],
    ['https://a.pku.edu.cn.evil.com/', 'NET_HOST_UNDECLARED'],
    ['https://xa.pku.edu.cn/', 'NET_HOST_UNDECLARED'],
    ['https://pku.edu.cn/', 'NET_HOST_UNDECLARED'],
    ['https://а.pku.edu.cn/', 'NET_HOST_UNDECLARED'],
    ['https://a.pku.edu.cn./', 'NET_HOST_FORM'],
    ['https://intranet/', 'NET_HOST_FORM'],
    ['https://localhost/', 'NET_HOST_FORM'],
    ['https://x.localhost/', 'NET_HOST_FORM'],
    ['//a.pku.edu.cn/', 'NET_URL_MALFORMED'],
    ['https://', 'NET_URL_MALFORMED'],
    ['https://a b/', 'NET_URL_MALFORMED'],
    ['', 'NET_URL_MALFORMED'],
  ])('%s → %s', (input, expected) => { expect(verdict(input)).toBe(expected) })

  it('bug-log 103: an address in any spelling is an address', () => {
    for (const host of ['127.0.0.1', '0177.0.0.1', '2130706433', '127.1', '0x7f.1', '0x7f000001', '①②⑦.⓪.⓪.①', '[::1]', '[::ffff:127.0.0.1]', '8.8.8.8', '127.0.0.1.']) {
      expect([host, verdict(`https://${host}/`, { hosts: [host, '127.0.0.1', '8.8.8.8', '[::1]'] })]).toEqual([host, 'NET_HOST_FORM'])
    }
    expect(verdict('https://localhost./')).toBe('NET_HOST_FORM')
  })
  it('bug-log 100: what cannot be parsed is refused, and a bracketed mapped address is an address', () => {
    expect(verdict('https://::ffff:127.0.0.1:6666')).toBe('NET_URL_MALFORMED')
    expect(verdict('https://[::ffff:127.0.0.1]:6666')).toBe('NET_PORT_FORBIDDEN')
    expect(verdict('https://[::ffff:127.0.0.1')).toBe('NET_URL_MALFORMED')
  })
  it('bug-log 58: dot segments and @ are resolved before the host is judged', () => {
    expect(verdict('https://a.pku.edu.cn/../b')).toBe('https://a.pku.edu.cn/b')
    expect(verdict('https://a.pku.edu.cn/@evil')).toBe('https://a.pku.edu.cn/@evil')
    expect(verdict('https://a.pku.edu.cn\\@evil.com/')).toBe('https://a.pku.edu.cn/@evil.com/')
  })
  it('http is upgraded only where that was asked for, and only on the default port', () => {
    expect(verdict('http://a.pku.edu.cn:80/x', { upgradeHttp: true })).toBe('https://a.pku.edu.cn/x')
    expect(verdict('http://a.pku.edu.cn:8080/x', { upgradeHttp: true })).toBe('NET_PORT_FORBIDDEN')
    expect(verdict('http://evil.com/x', { upgradeHttp: true })).toBe('NET_HOST_UNDECLARED')
  })
  it('a Location is resolved against the hop it came from', () => {
    expect(checkUrl('../y', rules, new URL('https://a.pku.edu.cn/p/q/r')).url.href).toBe('https://a.pku.edu.cn/p/y')
    expect(() => checkUrl('//evil.com', rules, new URL('https://a.pku.edu.cn/'))).toThrow('NET_HOST_UNDECLARED')
  })
})

describe('the loopback model server', () => {
  const model: UrlRules = { hosts: ['127.0.0.1', 'localhost'], upgradeHttp: false, loopbackOrigin: 'http://127.0.0.1:8080' }
  it.each([
    ['http://127.0.0.1:8080/v1/chat', 'http://127.0.0.1:8080/v1/chat'],
    ['http://127.0.0.1:8081/', 'NET_SCHEME'],
    ['http://localhost:8080/', 'NET_SCHEME'],
    ['http://127.0.0.2:8080/', 'NET_SCHEME'],
    ['https://127.0.0.1:8080/', 'NET_PORT_FORBIDDEN'],
    ['http://[::1]:8080/', 'NET_SCHEME'],
    ['http://u@127.0.0.1:8080/', 'NET_URL_USERINFO'],
  ])('%s → %s', (input, expected) => { expect(verdict(input, model)).toBe(expected) })
  it('must be declared by the request as well', () => {
    expect(verdict('http://127.0.0.1:8080/', { ...model, hosts: ['a.pku.edu.cn'] })).toBe('NET_SCHEME')
  })
  it('can only be on loopback itself', () => {
    expect(loopbackOriginOf('http://localhost:11434/v1')).toBe('http://localhost:11434')
    for (const origin of ['http://10.0.0.1:80', 'https://127.0.0.1:1', 'http://evil.com', 'http://127.0.0.1.evil.com', 'nonsense']) expect(() => loopbackOriginOf(origin)).toThrow()
  })
})
