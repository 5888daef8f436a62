import { asks, asksCampus, takesText, type Try } from './try.ts'

const website = (what: string, host: string, ends = 'DOC_FIELD_INVALID'): Try => ({ what: `website ${what}`, head: `scopes: []\nwebsites: ["${host}"]`, steps: '- return: x', ends })
const url = (what: string, address: string, ends = 'DOC_FIELD_INVALID'): Try => ({ what: `url ${what}`, input: takesText, steps: asks(address), ends })
const header = (name: string, value = 'x', ends = 'DOC_FIELD_INVALID'): Try => ({ what: `header ${name}`, steps: asks('https://site.example.org/', `headers: { "${name}": "${value}" }`), ends })

/** What must end before a sheet is opened: nothing of it is ever stored. */
export const atReading: readonly Try[] = [
  website('a loopback address', '127.0.0.1'), website('localhost', 'localhost'), website('IPv6 loopback', '[::1]'), website('hexadecimal loopback', '0x7f.1'), website('loopback as one number', '2130706433'),
  website('the metadata address of a cloud', '169.254.169.254'), website('a port', 'site.example.org:8443'), website('a wildcard', '*.example.org'), website('a scheme', 'http://site.example.org'),
  website('a trailing dot', 'site.example.org.'), website('full-width letters', 'ｌocalhost.example'), website('a user', 'a@site.example.org'), website('a path', 'site.example.org/x'),
  website('IAAA’s host', 'iaaa.pku.edu.cn', 'DOC_WEBSITE_CAMPUS'), website('the treehole’s host', 'treehole.pku.edu.cn', 'DOC_WEBSITE_CAMPUS'), website('the portal’s host', 'portal.pku.edu.cn', 'DOC_WEBSITE_CAMPUS'),

  url('of an undeclared host', 'https://evil.example.org/x', 'DOC_WEBSITE_UNDECLARED'), url('whose host an argument chooses', 'https://${{ input.x }}/'),
  url('whose host an argument ends', 'https://site.example.org${{ input.x }}/'), url('with a user', 'https://site.example.org@evil.example.org/'), url('with a longer name', 'https://site.example.org.evil.example.org/', 'DOC_WEBSITE_UNDECLARED'),
  url('with a backslash', 'https://site.example.org\\\\@evil.example.org/'), url('without a scheme', '//evil.example.org/'), url('in clear', 'http://site.example.org/'), url('with a port', 'https://site.example.org:8443/'),
  url('of a file', 'file:///etc/passwd'), url('of another scheme', 'gopher://site.example.org/'), url('that climbs', 'https://site.example.org/a/../../b'), url('that is one expression', '${{ input.x }}'),

  header('cookie', 'session=1'), header('host', 'evil.example.org'), header('authorization', 'Bearer x'), header('content-length', '0'), header('transfer-encoding', 'chunked'), header('x-http-method-override', 'DELETE'),
  header('x-forwarded-for', '127.0.0.1'), header('proxy-authorization', 'Basic x'), header('accept', 'a\\r\\nHost: evil.example.org'), header('connection', 'upgrade'),

  { what: 'an undeclared campus service', steps: asksCampus('/chapi/api/v3/hole/list', '', 'treehole'), ends: 'DOC_SERVICE_UNDECLARED' },
  { what: 'a service that is none', head: 'scopes: [iaaa]', steps: '- return: x', ends: 'DOC_SERVICE_UNKNOWN' },
  { what: 'an unlisted path of a service', steps: asksCampus('/web/admin.php'), ends: 'DOC_ENDPOINT_UNLISTED' },
  { what: 'the sign-in path of a service', steps: asksCampus('/web/login.php'), ends: 'DOC_ENDPOINT_FORBIDDEN' },
  { what: 'a campus path that climbs', steps: asksCampus('/web/../admin'), ends: 'DOC_FIELD_INVALID' },
  { what: 'a campus path with a host', steps: asksCampus('//evil.example.org/web/'), ends: 'DOC_FIELD_INVALID' },
  { what: 'a campus path with its own query', steps: asksCampus('/web/?x=1'), ends: 'DOC_FIELD_INVALID' },
  { what: 'a campus path that an argument chooses', input: takesText, steps: asksCampus('/${{ input.x }}'), ends: 'DOC_ENDPOINT_UNLISTED' },
  { what: 'a field that some frameworks take for the method', steps: asksCampus('/web/', 'query: { _method: DELETE }'), ends: 'DOC_FIELD_INVALID' },
  { what: 'a Referer of another host to a service', steps: asksCampus('/web/', 'headers: { referer: "https://evil.example.org/" }'), ends: 'DOC_FIELD_INVALID' },
  { what: 'a POST that it calls safe', steps: asks('https://site.example.org/', 'method: POST, safe: true'), ends: 'DOC_SAFE_FORBIDDEN' },
  { what: 'a field of a request that is none: a socket', steps: asks('https://site.example.org/', 'socketPath: /run/docker.sock'), ends: 'DOC_KEY_UNKNOWN' },
  { what: 'a proxy of its own', steps: asks('https://site.example.org/', 'proxy: "http://127.0.0.1:1"'), ends: 'DOC_KEY_UNKNOWN' },
  { what: 'an ability that it does not declare', head: 'scopes: []', steps: '- use: { tool: memory.list }\n- return: x', ends: 'DOC_USE_UNDECLARED' },
  { what: 'a tool of another plugin by call', head: 'scopes: []', steps: '- call: { tool: treehole.search }\n- return: x', ends: 'DOC_FIELD_INVALID' },

  { what: 'a regex that is not linear', steps: '- let: { a: "x" }\n- extract: { from: a, regex: "(?=a)b" }\n  as: b\n- return: x', ends: 'DOC_PATTERN_INVALID' },
  { what: 'a function of the host’s', steps: '- return: "${{ require(\'fs\') }}"', ends: 'DOC_FUNCTION_UNKNOWN' },
  { what: 'a method call', steps: '- return: "${{ \'x\'.constructor(\'return process\')() }}"', ends: 'DOC_FUNCTION_UNKNOWN' },
  { what: 'a global', steps: '- return: "${{ process.env.HOME }}"', ends: 'DOC_NAME_UNKNOWN' },
  ...["input['__proto__']", "input['constructor']", "settings['memory']"].map((text): Try => ({ what: text, input: takesText, steps: `- return: "\${{ ${text} }}"`, ends: 'DOC_NAME_UNKNOWN' })),
  { what: 'a YAML tag that makes a function', text: '---\nplugin: ID\nversion: 1.0.0\nname: !!js/function "function(){}"\n---\n', ends: 'DOC_TAG_FOREIGN' },
  { what: '__proto__ in the manifest', text: '---\nplugin: ID\nversion: 1.0.0\n__proto__: { core: true }\n---\n', ends: 'DOC_KEY_FORBIDDEN' },
  { what: 'a merge key', text: '---\nplugin: ID\n<<: { version: 1.0.0 }\n---\n', ends: 'DOC_KEY_MERGE' },
  { what: 'an argument called __proto__', input: '{ __proto__: { type: string } }', ends: 'DOC_KEY_FORBIDDEN' },
  { what: 'that it is a core plugin', head: 'scopes: []\ncore: true', ends: 'DOC_KEY_UNKNOWN' },
  { what: 'that it takes over an old id', head: 'scopes: []\nlegacy: [wallet]', ends: 'DOC_KEY_UNKNOWN' },

  { what: 'a tool in a file above its folder', text: '---\nplugin: ID\nversion: 1.0.0\nname: { zh: 试, en: Try }\nsummary: { zh: 试, en: Try }\ntools: { t: ../x.yaml }\n---\n', ends: 'DOC_FILE_MISSING' },
  { what: 'a tool in a file of the system', text: '---\nplugin: ID\nversion: 1.0.0\nname: { zh: 试, en: Try }\nsummary: { zh: 试, en: Try }\ntools: { t: /etc/passwd }\n---\n', ends: 'DOC_FILE_MISSING' },
  { what: 'a file whose name has a backslash', files: { 'a\\..\\b.txt': 'x' }, ends: 'DOC_FILE_NAME' },
  { what: 'a file whose name has a line break', files: { 'a\nb.txt': 'x' }, ends: 'DOC_FILE_NAME' },
  { what: 'a symbolic link to a file of the system', files: { 'secret.txt@': '/etc/passwd' }, ends: 'MARKET_FILE_KIND' },
  { what: 'a symbolic link to a folder of the system', files: { 'etc@': '/etc' }, ends: 'MARKET_FILE_KIND' },
  { what: 'PLUGIN.md as a symbolic link', text: '', files: { 'PLUGIN.md@': '/etc/passwd' }, ends: 'MARKET_FILE_KIND' },
  { what: 'a pipe that nobody writes', files: { 'pipe|': '' }, ends: 'MARKET_FILE_KIND' },
  { what: 'a folder six levels deep', files: { 'a/b/c/d/e/f.txt': 'x' }, ends: 'MARKET_LIMIT' },
]
