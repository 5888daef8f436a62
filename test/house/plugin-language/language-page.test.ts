import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolFacts } from '../../../src/rules/call.ts'
import { documentErrors } from '../../../src/rules/errors/document.ts'
import { isObject, type Json, own } from '../../../src/rules/json.ts'
import { componentSchemas } from '../../../src/rules/screen/screen-schema.ts'
import { budgets } from '../../../src/plugins/document/budgets.ts'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { type FunctionName, functionTable } from '../../../src/plugins/document/expression/functions/function-table.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { documentJsonSchema } from '../../../src/plugins/document/language/json-schema.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { makeTool } from '../../monitor/world/tools.ts'
import { call, filesOf, indent, toolDocument } from '../../plugins/scene/documents.ts'
import { openScene } from '../../plugins/scene/scene.ts'
import { openRealExtractor } from '../../plugins/scene/worker-bundle.ts'
import { errorExamples, otherCauses } from './error-examples.ts'
import { type ExtractExample, extractExamples } from './extract-examples.ts'
import { functionWords, operatorWords } from './function-words.ts'
import { stepExamples } from './step-examples.ts'
import { stepWords } from './step-words.ts'
import { wholeManifest, wholeWidget } from './whole-example.ts'

/** `docs/plugin-language.md`, its Chinese side and `docs/plugin.schema.json` are made from the schemas that read a document. `npx vitest run test/house -u` writes them anew. */

const names = Object.keys(stepExamples) as (keyof typeof stepExamples)[]
const functionNames = Object.keys(functionTable) as FunctionName[]
const row = { room: '101', seats: 30 }
const rows = [row, { room: '102', seats: 50 }]
const yes: Partial<ToolFacts> = makeTool({ plugin: 'memory', name: 'search', private: true }).facts
const outputs = { string: '{ type: string }', number: '{ type: number }', object: '{ type: object, properties: { room: { type: string }, free: { type: boolean }, name: { type: string }, link: { type: string } } }', array: '{ type: array, items: { type: object, properties: { name: { type: string } } } }' }

/** An example as a whole document. */
const documentOf = ({ steps, gives, effect = 'read' }: (typeof stepExamples)[keyof typeof stepExamples]): string => `---
plugin: example
version: 1.0.0
name: { zh: 例子, en: Example }
summary: { zh: 例子, en: Example }
scopes: [open]
uses: [memory.search]
tools:
  t:
    description: { zh: 例子, en: Example }
    effect: ${effect}
    output: ${Array.isArray(gives) ? outputs.array : outputs[typeof gives as 'string' | 'number' | 'object']}
    steps:
${indent(steps, 6)}
  other:
    description: { zh: 另一个, en: Another }
    effect: read
    input: { n: { type: number } }
    output: { type: number }
    steps: [ { return: "\${{ input.n * 2 }}" } ]
---
Example.
`
let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

describe('every example of the page is read and runs', () => {
  it.each(names)('%s', async (name) => {
    const example = stepExamples[name]
    const { answer } = example
    const scene = openScene({ extractor, ability: () => yes as ToolFacts, use: async () => ({ count: 1 }), ...(answer === undefined ? {} : { answer: () => ({ text: answer }) }) })
    const document = loadDocument(filesOf({ 'PLUGIN.md': documentOf(example) }), { trust: 'official' }, scene.house)
    expect(await call(document, 't', scene)).toEqual(example.gives)
    expect(example.steps).toContain(`${name}:`)
  })
})

it('the whole plugin of the page is read, drawn from and run', async () => {
  const scene = openScene({ extractor, answer: () => ({ text: '{"rows":[{"room":"101","seats":30},{"room":"201","seats":50},{"room":"202","seats":120}]}' }) })
  const document = loadDocument(filesOf({ 'PLUGIN.md': wholeManifest, 'today.json': wholeWidget }), { trust: 'community' }, scene.house)
  expect([await call(document, 'list', scene), await call(document, 'list', scene, { seats: 100 }), await call(document, 'list', scene, { word: '20' })])
    .toEqual([[{ room: '201', seats: 50 }, { room: '202', seats: 120 }], [{ room: '202', seats: 120 }], [{ room: '201', seats: 50 }, { room: '202', seats: 120 }]])
  expect(Object.keys(document.screens?.widgets ?? {})).toEqual(['today'])
})

describe('every way of extract on the page', () => {
  it.each(extractExamples)('$way', async ({ way, answer, step, gives }) => {
    const scene = openScene({ extractor, answer: () => ({ text: answer }) })
    const output = way === 'path' ? '{ type: array, items: { type: string } }' : `{ type: array, items: { type: object, properties: { ${Object.keys((gives as readonly object[])[0] ?? {}).map((key) => `${key}: { type: ${key === 'pinned' ? 'boolean' : '[string, "null"]'} }`).join(', ')} } } }`
    const text = toolDocument({ output, head: 'scopes: [open]', steps: `- request: { service: open, path: /record }\n  as: page\n- extract:\n${indent(step, 4)}\n  as: found\n- return: "\${{ found }}"` })
    expect(await call(loadDocument(filesOf({ 'PLUGIN.md': text }), { trust: 'community' }, scene.house), 't', scene)).toEqual(gives)
    expect(step).toContain(`${way}:`)
  })
})

const evaluated = (expression: string) => evaluate(parseExpression(expression), {
  lookup: (of) => new Map<string, Json>([['row', row], ['rows', rows]]).get(of), meter: createMeter(), now: () => Date.parse('2026-03-10T09:30:00+08:00'), step: 's',
})

describe('every operator and function of the page', () => {
  it.each(operatorWords.flatMap(([, , , ...examples]) => examples))('%s', (expression, gives) => {
    expect(evaluated(expression)).toEqual(gives)
  })
  it.each(functionNames.flatMap((name) => functionTable[name].examples.map(([expression, gives]) => [name, expression, gives] as const)))('%s: %s', (name, expression, gives) => {
    expect(evaluated(expression)).toEqual(gives)
    expect(expression).toContain(`${name}(`)
  })
  it.each(functionNames)('%s is asked on the page with as many arguments as it takes', (name) => {
    const [asked] = functionWords[name]
    const parts = /\((.*)\)$/.exec(asked)?.[1]?.split(', ').filter((part) => part !== '') ?? []
    const [low, high] = functionTable[name].arity
    expect(asked.startsWith(`${name}(`)).toBe(true)
    expect(functionTable[name].examples.length).toBeGreaterThan(0)
    expect([parts.filter((part) => part !== '…' && !part.endsWith('?')).length, parts.includes('…') ? high : parts.length]).toEqual([low, high])
  })
})

const shown = ([expression, gives]: readonly [string, Json]) => `\`${expression}\` → \`${JSON.stringify(gives)}\``

type Side = 'en' | 'zh'
/** What brings an error about, each of which a test of its own does (`error-examples.test.ts`). */
function causeOf(code: string, side: Side): string {
  const { shown: part, wrong } = own(errorExamples, code) ?? {}
  return (part ?? wrong)?.split('\n').map((line) => `\`${line.trim()}\``).join('<br>') ?? own(otherCauses, code)?.[side === 'en' ? 0 : 1] ?? say(side, 'a budget', '预算')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').split('`').map((part, index) => (index % 2 === 0 ? part.replace(/<(?!br>)/g, '&lt;') : part)).join('`')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
const say = (side: Side, en: string, zh: string) => (side === 'en' ? en : zh)

/** Keys of a schema, each with its type and default. */
function keyTable(schema: unknown, side: Side): string {
  const of = isObject(schema) ? schema : {}
  const alternatives = Array.isArray(of['anyOf']) ? of['anyOf'] : [of]
  const required = alternatives.map((one) => (isObject(one) && Array.isArray(one['required']) ? one['required'] : []))
  const keys = new Map(alternatives.flatMap((one) => (isObject(one) && isObject(one['properties']) ? Object.entries(one['properties']) : [])))
  if (keys.size === 0) return ''
  return table([say(side, 'key', '键'), say(side, 'type', '类型'), say(side, 'default', '默认')],
    [...keys].map(([key, value]) => [`\`${key}\``, typeOf(value), required.every((list) => list.includes(key)) ? say(side, 'required', '必填') : defaultOf(value)]))
}
const defaultOf = (schema: unknown): string => (isObject(schema) && schema['default'] !== undefined ? `\`${JSON.stringify(schema['default'])}\`` : '')
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return ''
  if (typeof schema['$ref'] === 'string') return `[${schema['$ref'].split('/').at(-1)}](#${schema['$ref'].split('/').at(-1)})`
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => `\`${String(one)}\``).join(' ')
  if (schema['const'] !== undefined) return `\`${String(schema['const'])}\``
  if (Array.isArray(schema['anyOf'])) return [...new Set(schema['anyOf'].map(typeOf))].join(' / ')
  if (schema['type'] === 'array') return `[${typeOf(schema['items'])}]`
  if (schema['type'] === 'object') return isObject(schema['additionalProperties']) && Object.keys(schema['additionalProperties']).length > 0 ? `{ …: ${typeOf(schema['additionalProperties'])} }` : isObject(schema['properties']) ? `{ ${Object.keys(schema['properties']).join(', ')} }` : '{ … }'
  const limits = [['minimum', '≥'], ['maximum', '≤'], ['minLength', '≥'], ['maxLength', '≤']].flatMap(([key = '', sign]) => (typeof schema[key] === 'number' && Math.abs(schema[key]) < 1e9 ? [`${sign} ${schema[key]}`] : []))
  return [typeof schema['type'] === 'string' ? schema['type'] : '…', ...limits].join(' ')
}

const gave = (gives: unknown, side: Side) => say(side, `gives \`${JSON.stringify(gives)}\``, `得到 \`${JSON.stringify(gives)}\``)

/** The shape of a component's part, as an author writes it. */
function outline(schema: unknown): string {
  if (!isObject(schema)) return '…'
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' / ')
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(outline).join(' / ')
  if (schema['type'] === 'array') return `[${outline(schema['items'])}, …]`
  if (isObject(schema['properties'])) return `{ ${Object.entries(schema['properties']).map(([key, part]) => `${key}: ${outline(part)}`).join(', ')} }`
  return typeof schema['type'] === 'string' ? schema['type'] : '…'
}

function page(side: Side): string {
  const waysOf = ({ words: [en, zh], answer, step, gives }: ExtractExample) =>
    [say(side, en, zh), `\`\`\`\n${answer}\n\`\`\``, `\`\`\`yaml\n- extract:\n${indent(step, 4)}\n\`\`\``, gave(gives, side)]
  const schema = documentJsonSchema()
  const defs = isObject(schema['$defs']) ? schema['$defs'] : {}
  const steps = isObject(defs['step']) && Array.isArray(defs['step']['anyOf']) ? defs['step']['anyOf'] : []
  const bodyOf = (name: string): unknown => {
    const found = steps.find((one) => isObject(one) && isObject(one['properties']) && Object.hasOwn(one['properties'], name))
    const body: unknown = isObject(found) && isObject(found['properties']) ? found['properties'][name] : undefined
    const ref = isObject(body) ? body['$ref'] : undefined
    return typeof ref === 'string' ? defs[ref.split('/').at(-1) ?? ''] : body
  }
  const codes = Object.entries(documentErrors)
  return [
    say(side, '# The language of plugin documents', '# 插件文档的语言'),
    say(side, 'Made from the schemas that read a document; [plugin.schema.json](plugin.schema.json) is the same for editors, and `pkuh plugin schema` prints it. Every example here is run by a test. [中文](plugin-language.zh.md)', '由读取插件文档的代码生成；[plugin.schema.json](plugin.schema.json) 给编辑器用，`pkuh plugin schema` 可以打印它。这里的每个例子都有测试运行。[English](plugin-language.md)'),
    say(side, '## A whole plugin', '## 一个完整的插件'), `\`\`\`\`markdown\n${wholeManifest.trimEnd()}\n\`\`\`\``,
    say(side, 'Its widget, `today.json`:', '它的小部件 `today.json`：'), `\`\`\`json\n${wholeWidget}\n\`\`\``,
    say(side, '## Manifest', '## 清单'), keyTable(schema, side),
    say(side, 'A setting has a value always: what the person set, else its `default`, else null. A shortcut gives some of a tool’s arguments; the others are asked for.', '设置总有值：用户设的，否则 `default`，否则 null。快捷方式给出工具的一部分参数，其余的会问。'),
    say(side, '## Tool', '## 工具'), '<a id="tool"></a>', keyTable(defs['tool'], side),
    say(side, 'As a map of names, each field of `input` is required unless it has a `default`. As one schema of `type: object`, what is in its `required` is, and the others are null where they are not given.', '`input` 写成名字的映射时，没有 `default` 的都必填。写成一个 `type: object` 的模式时，由它的 `required` 说哪些必填，其余没有给就是 null。'),
    say(side, '## Fields', '## 字段'), '<a id="field"></a>', say(side, 'The subset of JSON Schema for `input`, `output` and `settings`.', '`input`、`output` 和 `settings` 用的 JSON Schema 子集。'), keyTable(defs['field'], side),
    say(side, '## Steps', '## 步骤'), '<a id="step"></a>',
    ...names.flatMap((name) => [`### ${name}`, stepWords[name][side === 'en' ? 0 : 1], keyTable(bodyOf(name), side), `\`\`\`yaml\n${stepExamples[name].steps}\n\`\`\``, gave(stepExamples[name].gives, side), ...(name === 'extract' ? extractExamples.flatMap(waysOf) : [])]),
    say(side, '## Fields of extract', '## extract 的字段'), '<a id="pick"></a>', keyTable(defs['pick'], side),
    say(side, '## Expressions', '## 表达式'),
    say(side, '`${{ … }}` in any value; `that keep if until in by items cursor next from` are always bare expressions. A value that is one expression keeps its type; in a longer text it is written out. In a flow map (`{ … }`) put quotes around it.', '任何值里写 `${{ … }}`；`that keep if until in by items cursor next from` 总是表达式。整个值是一个表达式时保留类型，夹在文字里就写成文字。在 `{ … }` 里要加引号。'),
    say(side, 'Names: `input` (the arguments), `settings`, what a step before named by `as` or `let`, and inside a loop its item (`as`, or `it`). There are literals, paths (own properties only), lists, the operators below and the functions below them. A miss is null; a wrong type is an error with the step’s path.', '名字：`input`（参数）、`settings`（设置）、前面的步骤用 `as` 或 `let` 起的名字，循环里还有它的项（`as` 起的名字，或 `it`）。可用字面量、路径（只有自有属性）、列表、下列运算符和再下面的函数。取不到是 null；类型不对是带步骤路径的错误。'),
    table([say(side, 'operators', '运算符'), say(side, 'what they give', '结果'), say(side, 'example', '例子')], operatorWords.map(([operators, en, zh, ...examples]) => [operators, say(side, en, zh), examples.map(shown).join('<br>')])),
    say(side, 'Where nothing is said of it, a function gives null for null. The examples are at 2026-03-10 09:30; `row` is `' + JSON.stringify(row) + '`, `rows` is `' + JSON.stringify(rows) + '`.', '没有另外说明时，参数是 null 结果就是 null。例子里现在是 2026-03-10 09:30；`row` 是 `' + JSON.stringify(row) + '`，`rows` 是 `' + JSON.stringify(rows) + '`。'),
    table([say(side, 'function', '函数'), say(side, 'what it gives', '结果'), say(side, 'example', '例子')], functionNames.map((name) => [
      `\`${functionWords[name][0]}\``, functionWords[name][side === 'en' ? 1 : 2], functionTable[name].examples.map(shown).join('<br>'),
    ])),
    say(side, '## Screens', '## 界面'), '<a id="screen"></a>', say(side, 'Widgets and pages are JSON files: A2UI of these components, bound to paths of the tool’s output: `/rows` from its top (`/` is all of it), `room` from the item of the list around it. A text is `{ literalString }`, one for both languages or `{ zh, en }`, or `{ path }`. An example stands above.', '小部件和页面是 JSON 文件：由下列组件构成的 A2UI，绑定工具输出里的路径：`/rows` 从最外层起（`/` 是全部），`room` 从所在列表的那一项起。文字是 `{ literalString }`（一段或 `{ zh, en }`）或 `{ path }`。例子见上。'), keyTable(defs['screen'], side),
    table([say(side, 'component', '组件'), say(side, 'keys', '键')], Object.entries(componentSchemas).map(([name, one]) => [`\`${name}\``, Object.entries(one.shape).map(([key, value]) => `\`${key}: ${outline(z.toJSONSchema(value, { io: 'input' }))}\``).join('<br>')])),
    say(side, '## Budgets', '## 预算'),
    table([say(side, 'budget', '预算'), say(side, 'limit', '上限'), say(side, 'code', '错误码')], Object.entries(budgets).map(([name, { limit, unit, code }]) => [name, `${limit.toLocaleString('en-US')} ${unit}`, `\`${code}\``])),
    say(side, '## Errors', '## 错误'),
    table([say(side, 'code', '错误码'), say(side, 'what it says', '说明'), say(side, 'for example', '例如'), say(side, 'what to do', '怎么办')], codes.map(([code, entry]) => [`\`${code}\``, entry[side], causeOf(code, side), entry.hint[side]])),
    '',
  ].filter((part, at, all) => part !== '' || at === all.length - 1).join('\n\n').trimEnd() + '\n'
}

it('docs/plugin-language.md is the language of the code', async () => {
  await expect(page('en')).toMatchFileSnapshot('../../../docs/plugin-language.md')
})
it('docs/plugin-language.zh.md is the same in Chinese', async () => {
  await expect(page('zh')).toMatchFileSnapshot('../../../docs/plugin-language.zh.md')
})
it('docs/plugin.schema.json is the schema of the code', async () => {
  await expect(`${JSON.stringify(documentJsonSchema(), undefined, 1)}\n`).toMatchFileSnapshot('../../../docs/plugin.schema.json')
})

describe('the JSON Schema', () => {
  it('has each part that it refers to', () => {
    const schema = documentJsonSchema()
    const refs = [...new Set(JSON.stringify(schema).match(/"\$ref":"[^"]*"/g))].map((one) => one.slice('"$ref":"#/$defs/'.length, -1))
    expect(refs.length).toBeGreaterThan(3)
    expect(Object.keys(isObject(schema['$defs']) ? schema['$defs'] : {})).toEqual(expect.arrayContaining(refs))
  })
  const accepts = z.fromJSONSchema(JSON.parse(JSON.stringify(documentJsonSchema())) as Parameters<typeof z.fromJSONSchema>[0])
  const frontMatter = (text: string): unknown => parse(/^---\n([^]*?)\n---/.exec(text)?.[1] ?? '')
  it.each(readdirSync('plugins/documents'))('takes the document that ships as %s', (id) => {
    expect(accepts.safeParse(frontMatter(readFileSync(`plugins/documents/${id}/PLUGIN.md`, 'utf8'))).success).toBe(true)
  })
  it('takes every example of the page', () => {
    for (const name of names) expect([name, accepts.safeParse(frontMatter(documentOf(stepExamples[name]))).error?.issues]).toEqual([name, undefined])
  })
  it.each([['an unknown key', 'version:', 'verison:'], ['an unknown step', '- request:', '- reqeust:'], ['an unknown key of a request', 'path: /record', 'pth: /record'], ['a method that there is not', 'path: /record', 'path: /record, method: STEAL']])('refuses %s', (_, from, to) => {
    const text = documentOf(stepExamples.each).replace(from, to)
    expect(text).not.toBe(documentOf(stepExamples.each))
    expect(accepts.safeParse(frontMatter(text)).success).toBe(false)
  })
})
