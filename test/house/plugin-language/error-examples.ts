import type { documentErrors } from '../../../src/rules/errors/document.ts'

type Code = keyof typeof documentErrors
/** What brings an error about: `wrong` in the place of `right` in the document below. `shown` is the wrong part of it, where that is not all. */
export interface ErrorExample { readonly right: string; readonly wrong: string; readonly shown?: string; readonly runs?: true; readonly status?: number }

/** Reading it gives no error, nor does running its tool. */
export const rightDocument = `---
plugin: example
version: 1.0.0
name: { zh: 例子, en: Example }
summary: { zh: 例子, en: Example }
scopes: [open]
websites: [site.example.org]
tools:
  t:
    description: { zh: 例子, en: Example }
    effect: read
    input: { day: { type: string, default: today } }
    output: { type: string }
    steps:
      - request: { service: open, path: /record }
        as: page
      - return: "\${{ page.text }}"
  other:
    description: { zh: 另一个, en: Another }
    effect: read
    input: { n: { type: integer } }
    output: { type: integer }
    steps: [ { return: "\${{ input.n }}" } ]
---
Example.
`
const step = (wrong: string, more: Partial<ErrorExample> = {}): ErrorExample => ({ right: '      - return: "${{ page.text }}"', wrong: `      ${wrong}\n      - return: "\${{ page.text }}"`, shown: wrong, ...more })
const swap = (right: string, wrong: string, shown = wrong): ErrorExample => ({ right, wrong, shown })
const expression = (wrong: string, more: Partial<ErrorExample> = {}): ErrorExample => ({ right: 'page.text }}', wrong: `${wrong} }}`, shown: `\${{ ${wrong} }}`, ...more })
const request = (wrong: string): ErrorExample => ({ right: 'request: { service: open, path: /record }', wrong: `request: { ${wrong} }` })

/** One for each error that a line of a document can bring about. */
export const errorExamples: Readonly<Partial<Record<Code, ErrorExample>>> = {
  DOC_FRONT_MATTER_MISSING: { right: '---\nplugin: example', wrong: 'plugin: example' },
  DOC_YAML_SYNTAX: swap('scopes: [open]', 'scopes: [open'),
  DOC_TAG_FOREIGN: swap('version: 1.0.0', 'version: !!binary 1.0.0'),
  DOC_KEY_ANCHOR: swap('version: 1.0.0', '&v version: 1.0.0'),
  DOC_KEY_MERGE: swap('input: { n: { type: integer } }', 'input: { <<: { n: { type: integer } } }'),
  DOC_KEY_DUPLICATE: swap('version: 1.0.0', 'version: 1.0.0\nversion: 1.0.1'),
  DOC_KEY_FORBIDDEN: swap('input: { n: {', 'input: { 1: {', 'input: { 1: { type: integer } }'),
  DOC_KEY_UNKNOWN: swap('    effect: read\n    input: { day', '    efect: read\n    input: { day', 'efect: read'),
  DOC_FIELD_INVALID: swap('    effect: read\n    input: { day', '    effect: reads\n    input: { day', 'effect: reads'),
  DOC_FILE_MISSING: { right: 'tools:\n', wrong: 'tools:\n  free: tools/free.yaml\n', shown: 'free: tools/free.yaml' },
  DOC_STEP_UNKNOWN: step('- retrun: page'),
  DOC_FUNCTION_UNKNOWN: expression('strip(page.text)'),
  DOC_EXPRESSION_INVALID: expression('page.text +'),
  DOC_PATTERN_INVALID: expression("match(page.text, '(?=a)b')"),
  DOC_REGEX_PROGRAM_EXCEEDED: expression("match(page.text, '[a-z]{0,900}[0-9]{0,900}')"),
  DOC_PATH_INVALID: step('- extract: { from: page.json, path: "$.rows[?(@.room)]" }'),
  DOC_NAME_UNKNOWN: expression('pgae.text'),
  DOC_NAME_TAKEN: step('- let: { page: 1 }'),
  DOC_SERVICE_UNKNOWN: swap('scopes: [open]', 'scopes: [opne]'),
  DOC_SERVICE_UNDECLARED: swap('scopes: [open]', 'scopes: []'),
  DOC_WEBSITE_UNDECLARED: request('url: "https://other.example.org/"'),
  DOC_WEBSITE_CAMPUS: swap('websites: [site.example.org]', 'websites: [open.example.cn]'),
  DOC_ENDPOINT_FORBIDDEN: request('service: open, path: /login'),
  DOC_ENDPOINT_UNLISTED: request('service: open, path: /nothing'),
  DOC_CONFIRM_MISSING: swap('    effect: read\n    input: { day', '    effect: money\n    input: { day', 'effect: money'),
  DOC_EFFECTS_CLASH: step('- request: { service: open, path: /pay, method: POST }\n      - request: { service: open, path: /post, method: POST }', { shown: '- request: { service: open, path: /pay, method: POST }\n- request: { service: open, path: /post, method: POST }' }),
  DOC_SAFE_FORBIDDEN: request('url: "https://site.example.org/", safe: true'),
  DOC_RETURN_MISSING: { right: '- return: "${{ page.text }}"', wrong: '- let: { text: "${{ page.text }}" }' },
  DOC_CALL_CYCLE: step('- call: { tool: t }'),
  DOC_CACHE_ACTS: step('- cache: { key: k, minutes: 5, steps: [ { store: { put: k, value: 1 } } ] }'),
  DOC_USE_UNDECLARED: step('- use: { tool: memory.search }'),
  DOC_CALL_INVALID: step('- call: { tool: other, args: { n: one } }', { runs: true }),
  DOC_TYPE: expression('upper([1])', { runs: true }),
  DOC_RESULT_INVALID: expression('page.status', { runs: true }),
  DOC_SELECTOR_INVALID: step('- extract: { from: page.html, select: "a[" }', { runs: true }),
  DOC_STATUS: { right: 'as: page', wrong: 'as: page', shown: 'HTTP 500', runs: true, status: 500 },
  DOC_NO_RETURN: { right: '- return: "${{ page.text }}"', wrong: '- when: { if: 1 > 2, then: [ { return: "${{ page.text }}" } ] }', runs: true },
}

/** What no line of a document brings about alone, and what does. */
export const otherCauses: Readonly<Partial<Record<Code, readonly [en: string, zh: string]>>> = {
  DOC_FILE_NAME: ['a file `my notes.txt` in the folder', '文件夹里有 `my notes.txt`'],
  DOC_ENCODING: ['`PLUGIN.md` saved as GBK', '`PLUGIN.md` 存成了 GBK'],
  DOC_EXTRACT_FAILED: ['a page that ends the reader', '让读取程序中断的网页'],
  DOC_REQUEST_WIDER: ['a path whose expression gives what was not declared', '路径里的表达式给出了没有声明的内容'],
  DOC_PRIVATE_EGRESS: ['a request to a website behind one to `portal`', '先请求了 `portal`，再请求网站'],
}
