import { after, asks, redirectTo, takesText, type Try } from './try.ts'

const site = 'https://site.example.org'
/** A path that an argument writes, and what its website gets of it. */
const path = (what: string, x: string, got: string): Try => ({ what: `an argument in the path: ${what}`, input: takesText, steps: asks(`${site}/a/\${{ input.x }}`), args: { x }, ends: 'runs', got: [`GET ${got}`], result: 'page' })
const stopped = (what: string, x: string, ends: string): Try => ({ what: `an argument in the path: ${what}`, input: takesText, steps: asks(`${site}/a/\${{ input.x }}`), args: { x }, ends, got: [] })
const redirect = (what: string, location: string, ends: string): Try => ({ what: `its website redirects to ${what}`, steps: asks(`${site}/go`), answers: { '/go': redirectTo(location) }, ends, got: ['GET /go'] })
const expression = (what: string, text: string, result: unknown): Try => ({ what: `an expression: ${what}`, input: takesText, steps: `- return: "\${{ coalesce(${text}, 'nothing') }}"`, args: { x: 'a' }, ends: 'runs', result })

/** What is stored and runs: it ends in an error, or does nothing but what its sheet said. */
export const atRunning: readonly Try[] = [
  path('another host', '//evil.example.org/', '/a/%2F%2Fevil.example.org%2F'), path('a user name', '@evil.example.org', '/a/%40evil.example.org'), path('a query and a fragment', '?a=b#c', '/a/%3Fa%3Db%23c'),
  path('a line break and a header', '\r\nHost: evil.example.org', '/a/%0D%0AHost%3A%20evil.example.org'), path('a backslash', '\\\\evil.example.org', '/a/%5C%5Cevil.example.org'), path('an encoded slash', '%2f..', '/a/%252f..'),
  stopped('two dots', '..', 'DOC_TYPE'), stopped('one dot', '.', 'DOC_TYPE'),

  redirect('an undeclared host', 'https://evil.example.org/x', 'NET_HOST_UNDECLARED'), redirect('an undeclared host without a scheme', '//evil.example.org/x', 'NET_HOST_UNDECLARED'),
  redirect('IAAA', 'https://iaaa.pku.edu.cn/iaaa/oauth.jsp', 'NET_HOST_UNDECLARED'), redirect('the treehole', 'https://treehole.pku.edu.cn/chapi/api/v3/hole/list', 'NET_HOST_UNDECLARED'),
  redirect('loopback', 'https://127.0.0.1/x', 'NET_HOST_FORM'), redirect('loopback in clear, at a port that listens', 'http://127.0.0.1:PORT/x', 'NET_DOWNGRADE'), redirect('the metadata address', 'http://169.254.169.254/latest/', 'NET_DOWNGRADE'),
  redirect('itself in clear', 'http://site.example.org/x', 'NET_DOWNGRADE'), redirect('itself at a port', 'https://site.example.org:8443/x', 'NET_PORT_FORBIDDEN'), redirect('a file', 'file:///etc/passwd', 'NET_SCHEME'),
  { what: 'its website redirects for ever', steps: asks(`${site}/loop`), answers: { '/loop': redirectTo('/loop') }, ends: 'NET_LOOP', got: ['GET /loop'] },

  { what: 'a query value with more of a query', input: takesText, steps: asks(`${site}/q`, 'query: { a: "${{ input.x }}" }'), args: { x: '1&b=2#c' }, ends: 'runs', got: ['GET /q?a=1%26b%3D2%23c'], result: 'page' },
  { what: 'a query in the URL with more of a query', input: takesText, steps: asks(`${site}/q?a=\${{ input.x }}`), args: { x: '1&b=2#c' }, ends: 'runs', got: ['GET /q?a=1%26b%3D2%23c'], result: 'page' },
  { what: 'a header value with a line break', input: takesText, steps: asks(site + '/', 'headers: { referer: "${{ input.x }}" }'), args: { x: 'https://site.example.org/\r\nCookie: a=b' }, ends: 'DOC_TYPE', got: [] },
  { what: 'a page’s text that is a template', steps: after(`${site}/t`, `- request: { url: "${site}/second", query: { a: "\${{ page.text }}" } }\n  as: second\n- return: "\${{ second.text }}"`), answers: { '/t': '${{ settings }}' }, ends: 'runs', got: ['GET /t', 'GET /second?a=%24%7B%7B+settings+%7D%7D'], result: 'page' },
  { what: 'an argument in a CSS selector', input: takesText, steps: after(`${site}/h`, `- extract: { from: page.html, select: "p[id='\${{ input.x }}']" }\n  as: found\n- return: "\${{ coalesce(found, 'nothing') }}"`), args: { x: "'],b,[a='" }, answers: { '/h': '<p id=a>public</p><b>hidden</b>' }, ends: 'runs', got: ['GET /h'], result: 'nothing' },
  { what: 'a page that nests 100,000 levels', steps: after(`${site}/deep`, '- extract: { from: page.html, select: p }\n  as: found\n- return: x'), answers: { '/deep': '<div>'.repeat(100_000) }, ends: 'DOC_DOM_DEPTH_EXCEEDED', got: ['GET /deep'] },
  { what: 'a cookie that its website sets', steps: after(`${site}/set`, `- request: { url: "${site}/next" }\n  as: second\n- return: "\${{ second.text }}"`), answers: { '/set': { status: 200, headers: {}, cookies: ['session=1; Path=/'], body: 'set' } }, ends: 'runs', got: ['GET /set', 'GET /next'], result: 'page' },
  { what: 'the Set-Cookie of an answer', steps: `- request: { url: "${site}/set" }\n  as: page\n- return: "\${{ coalesce(page.headers['set-cookie'], 'none') }}"`, answers: { '/set': { status: 200, headers: {}, cookies: ['session=1'], body: 'set' } }, ends: 'runs', got: ['GET /set'], result: 'none' },
  { what: 'the cookies of a campus answer', head: 'scopes: [dean]', steps: '- request: { service: dean, path: /web/notice.php }\n  as: page\n- return: "${{ coalesce(page.headers[\'set-cookie\'], page.headers.cookie, page.cookies, \'none\') }}"', ends: 'runs', got: [], result: 'none' },
  { what: 'eleven requests', steps: `- let: { list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }\n- each: { in: list, as: n, steps: [ { request: { url: "${site}/n" }, as: page } ] }\n- return: x`, ends: 'DOC_REQUESTS_EXCEEDED', got: Array.from({ length: 10 }, () => 'GET /n') },

  expression('a computed __proto__', "input['__pro' + 'to__']", 'nothing'),
  expression('the prototype of a list', "[1]['constructor']", 'nothing'),
  { what: 'an expression: toString of a text', head: 'scopes: []', steps: '- return: "${{ \'a\'[\'toString\'] }}"', ends: 'DOC_TYPE', got: [] },
  { what: 'a stored password as an argument to a website', input: takesText, steps: asks(`${site}/p`, 'query: { a: "${{ input.x }}" }'), args: { x: 'PASSWORD' }, ends: 'CALL_ARGS_SECRET', got: [] },
  { what: 'a host ability that is none', head: 'scopes: []\nuses: [shell.run]', steps: '- use: { tool: shell.run }\n- return: x', ends: 'POLICY_DENIED', got: [] },
  { what: 'a regex that an argument writes', head: 'scopes: []', input: takesText, steps: '- extract: { from: input.x, regex: "${{ input.x }}" }\n  as: b\n- return: "${{ coalesce(b, \'none\') }}"', args: { x: 'a' }, ends: 'runs', got: [], result: 'none' },
  { what: 'storage under another plugin’s name', head: 'scopes: []', steps: '- store: { get: "../memory/memory" }\n  as: a\n- store: { get: "memory:memory" }\n  as: b\n- store: { list: "" }\n  as: all\n- return: "${{ coalesce(a, b, len(all) == 0 ? \'0\' : \'some\') }}"', ends: 'runs', got: [], result: '0' },
  { what: 'what another document keeps under the same name', head: 'scopes: []', steps: '- store: { get: k }\n  as: a\n- return: "${{ coalesce(a, \'none\') }}"', ends: 'runs', got: [], result: 'none' },
  { what: 'storage under __proto__', head: 'scopes: []', tool: '', steps: '- store: { get: "__proto__" }\n  as: a\n- return: "${{ coalesce(a, \'none\') }}"', ends: 'runs', got: [], result: 'none' },
]
