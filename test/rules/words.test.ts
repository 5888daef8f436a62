import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorTable, explain, fill, HarnessError } from '../../src/rules/errors/index.ts'
import { exits } from '../../src/rules/errors/table.ts'
import { explainReason } from '../../src/rules/explain-reason.ts'

/** Tables are found by reading their folders, so that a new one cannot be forgotten here. */
const load = {
  words: (name: string): Promise<object> => import(`../../src/rules/words/${name}.ts`),
  errors: (name: string): Promise<object> => import(`../../src/rules/errors/${name}.ts`),
}
async function tablesIn(folder: keyof typeof load): Promise<readonly { readonly file: string; readonly name: string; readonly table: object }[]> {
  const files = readdirSync(new URL(`../../src/rules/${folder}/`, import.meta.url)).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(files.map(async (file) => ({ file, module: Object.entries<unknown>({ ...await load[folder](file.slice(0, -3)) }) })))
  return modules.flatMap(({ file, module }) => module.flatMap(([name, table]) => (typeof table === 'object' && table !== null && name !== 'exits' ? [{ file, name, table }] : [])))
}

const hasHan = /\p{Script=Han}/u
const places = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')
/** What is wrong with a phrase in two languages; `{xZh}` of one stands for `{xEn}` of the other. */
function faults(words: unknown, at: string): readonly string[] {
  const { zh, en } = typeof words === 'object' && words !== null ? { zh: Reflect.get(words, 'zh'), en: Reflect.get(words, 'en') } : {}
  if (typeof zh !== 'string' || typeof en !== 'string' || zh.trim() === '' || en.trim() === '') return [`${at}: a language is missing`]
  const same = (text: string) => text.replace(/\{(?:zh|en)\}/g, '{words}').replace(/\{(\w+)(?:Zh|En)\}/g, '{$1}')
  return places(same(zh)) === places(same(en)) ? [] : [`${at}: ${places(zh)} in zh, ${places(en)} in en`]
}

/** What lint finds is told in two phrases: what is wrong, and what to write instead. */
const phrasesOf = (table: object): readonly (readonly [string, unknown])[] => Object.entries<unknown>({ ...table }).flatMap(([code, words]) =>
  (typeof words === 'object' && words !== null && 'says' in words && 'instead' in words ? [[`${code} says`, words.says], [`${code} instead`, words.instead]] as const : [[code, words]] as const))

describe('words for people', () => {
  it('every phrase of every table has both languages, and the same places in both', async () => {
    const tables = await tablesIn('words')
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['policyWords', 'cardWords']))
    const wrong = tables.flatMap(({ file, name, table }) => phrasesOf(table).flatMap(([code, words]) => faults(words, `${file} ${name}.${code}`)))
    expect(wrong).toEqual([])
  })

  it('every error has both languages, a hint in both, a known exit, and the same places', () => {
    const wrong = Object.entries(errorTable).flatMap(([code, entry]) => [
      ...faults(entry, code), ...faults(entry.hint, `${code} hint`), ...(Object.hasOwn(exits, entry.exit) ? [] : [`${code}: no exit ${entry.exit}`]),
    ])
    expect(wrong).toEqual([])
  })

  it('a code stands in one table only', async () => {
    const tables = (await tablesIn('errors')).filter(({ name }) => name.endsWith('Errors'))
    const codes = tables.flatMap(({ table }) => Object.keys(table))
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
    expect(codes.toSorted()).toEqual(Object.keys(errorTable).toSorted())
  })

  // `refused:` is the same in both languages, so that scripts find it (daemon-and-cli).
  it('the Chinese is Chinese, but for phrases that are only a place or a name', async () => {
    const tables = [...(await tablesIn('words')), ...(await tablesIn('errors')).filter(({ file }) => file !== 'index.ts')]
    const latin = tables.flatMap(({ file, table }) => phrasesOf(table).flatMap(([code, words]) => {
      const zh: unknown = typeof words === 'object' && words !== null ? Reflect.get(words, 'zh') : undefined
      return typeof zh === 'string' && !hasHan.test(zh) && /[A-Za-z]{3}/.test(zh.replace(/\{\w+\}|pkuh[\w -]*|^refused:/g, '')) ? [`${file} ${code}`] : []
    }))
    expect(latin).toEqual([])
  })

  it('a missing language, an empty one and a place of one language only are found', () => {
    expect(faults({ zh: '好' }, 'x')).toHaveLength(1)
    expect(faults({ zh: ' ', en: 'a' }, 'x')).toHaveLength(1)
    expect(faults({ zh: '{a}', en: '{b}' }, 'x')).toHaveLength(1)
    expect(faults({ zh: '{zh}：{a}', en: '{en}: {a}' }, 'x')).toEqual([])
  })
})

describe('an error for people', () => {
  it('has its places filled in the person’s language', () => {
    expect(explain(new HarnessError('POLICY_DENIED', { rule: 'R2', tool: 'treehole.post', whyZh: '定时任务只能读取', whyEn: 'Scheduled runs can only read' }), 'zh'))
      .toEqual({ code: 'POLICY_DENIED', exit: 22, message: '规则 R2 不允许调用 treehole.post：定时任务只能读取', hint: '运行 pkuh policy explain treehole.post 查看怎样才能执行' })
  })
  it('whatever was thrown is explained, and explaining never throws', () => {
    const hostile = { toString() { throw new Error('again') } }
    const things: readonly unknown[] = [undefined, null, 'text', 3n, Symbol('s'), hostile, Object.create(null), new Proxy({}, { get() { throw new Error('no') }, getPrototypeOf() { throw new Error('no') } })]
    expect(things.map((thing) => explain(thing, 'en').code)).toEqual(things.map(() => 'UNEXPECTED'))
  })
  it('a place without its value stays, and a value is not read for places', () => {
    expect(fill('{a} {b} {constructor}', { a: '{b}' })).toBe('{b} {b} {constructor}')
  })
})

describe('a reason for people', () => {
  it('reads in their language, its rule in front', () => {
    const reason = { rule: 'R5', code: 'effectAsks', params: { trust: 'community', effect: 'public' } } as const
    expect([explainReason(reason, 'zh'), explainReason(reason, 'en')]).toEqual(['R5 社区插件的公开默认先问你', 'R5 By default a plugin that is community asks you before it may publish'])
  })
  it('with an unknown code shows the code', () => expect(explainReason({ rule: 'R7', code: 'toString' }, 'en')).toBe('R7 toString'))
})

it('nothing of rules imports Node or reads the clock, the environment or chance', () => {
  const folder = new URL('../../src/rules/', import.meta.url)
  const files = readdirSync(folder, { recursive: true }).map(String).filter((file) => file.endsWith('.ts'))
  const impure = files.filter((file) => /from '(?:node:|fs|path|crypto)|Date\.now|new Date\(\)|Math\.random|process\.|performance\.|\bBuffer\b|setTimeout/.test(readFileSync(new URL(file, folder), 'utf8')))
  expect(files.length).toBeGreaterThan(20)
  expect(impure).toEqual([])
})
