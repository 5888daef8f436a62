import { describe, expect, it } from 'vitest'
import { madeBy, type Pattern, regexesOf, superLinear } from './regexes.ts'
import { sources } from './rooms.ts'

const root = new URL('../../', import.meta.url).pathname
const files = ['src', 'plugins'].flatMap((folder) => sources(folder))

/** Reviewed: each is more than linear and sees no text over its bound, or is nested and linear all the same. */
const bounded: readonly { readonly file: string; readonly begins: string; readonly bound: string }[] = [
  { file: 'src/agent/providers/endpoint.ts', begins: '\\/+$', bound: 'an address of 500 characters, which the person set' },
  { file: 'src/host/campus/request/check-path.ts', begins: '^(?:\\/|(?:\\/(?:[\\w.~-]', bound: 'paths of 512 characters, and a slash tells the repetitions apart' },
  { file: 'src/plugins/document/expression/dates/parse-moment.ts', begins: '(凌晨|清晨', bound: 'texts of 100 characters' },
  { file: 'src/plugins/document/extract/json-path.ts', begins: '^\\s*(?:(\\*)', bound: 'paths of 1,000 characters' },
  ...['“', '「', '『', '《', '«', '(?<![\\p{L}\\p{N}])[‘\']'].map((begins) => ({ file: 'src/rules/spoken.ts', begins, bound: 'requests of 500 characters, by userAsked' })),
  { file: 'src/rules/credential-shapes.ts', begins: '(?<keep>cookie2?', bound: 'nothing follows the repetition, so no part of it is tried again; each quote ends a look ahead (a megabyte of any of it: under a second)' },
  { file: 'src/rules/hygiene/characters.ts', begins: '(\u{1f3f4}\u{e0067}', bound: 'nothing follows the repetitions, and each escape ends where the next begins (a megabyte of any of it: under a second)' },
]
const isBounded = ({ file, source }: Pattern) => bounded.some((one) => one.file === file && source.startsWith(one.begins))

describe('a pattern that outside text can make slow', () => {
  it.each<[string, string]>([
    ['(a+)+b', ''], ['(?:a|b+)*c', ''], ['\\s*x?\\s*y', ''], ['\\s+$', ''], ['^a*b?a*c', ''], ['“[^”]*”', 'g'], ['\\p{L}*\\p{Script=Han}*!', 'u'],
  ])('/%s/%s is told', (source, flags) => {
    expect(superLinear({ source, flags })).toBeTruthy()
  })

  it.each<[string, string]>([['a+', ''], ['^\\s*x', ''], ['(?<!\\s)\\s+$', ''], ['(?:a{1,3}){2}b', ''], ['\\d{5,}', 'g'], ['^[a-z]+(?:-\\d+)?$', '']])('/%s/%s is not', (source, flags) => {
    expect(superLinear({ source, flags })).toBeUndefined()
  })

  it('stands nowhere in the source, but where its text is bounded', async () => {
    const read = files.map((file) => ({ file, ...regexesOf(root, file) }))
    const constructed = await madeBy(root, read.filter(({ made }) => made > 0).map(({ file }) => file))
    // One that is made later than at the start, from what comes in, cannot be reviewed here.
    for (const { file, made } of read) expect(constructed.filter((one) => one.file === file).length, file).toBeGreaterThanOrEqual(made)
    const found = [...read.flatMap(({ literals }) => literals), ...constructed]
    expect(found.length).toBeGreaterThan(250)
    const slow = found.filter((pattern) => superLinear(pattern) !== undefined)
    expect(slow.filter((pattern) => !isBounded(pattern)).map(({ file, source }) => `${file} /${source}/`)).toEqual([])
    // A bound that nothing needs any more would let a new pattern through.
    expect(bounded.filter((one) => !slow.some(({ file, source }) => file === one.file && source.startsWith(one.begins)))).toEqual([])
  })
})
