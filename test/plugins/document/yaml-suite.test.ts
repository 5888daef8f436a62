import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { readYaml } from '../../../src/plugins/document/manifest/read-yaml.ts'

const folder = '../shared/data/vectors/yaml-test-suite'
const cases = z.array(z.object({ yaml: z.string().optional(), json: z.string().nullable().optional(), dump: z.string().nullable().optional(), fail: z.boolean().optional() }))

/** What the suite says a case means; of the one that it writes no JSON for, it is what it dumps. An empty text means nothing at all. */
function meaningOf({ json, dump }: z.infer<typeof cases>[number]): unknown {
  if (typeof json === 'string') return json.trim() === '' ? null : JSON.parse(json)
  if (typeof dump !== 'string') throw new Error('the suite does not say what it means')
  return parse(dump)
}

/** The suite writes what cannot be seen with signs of its own. */
const plain = (text: string): string => text.replaceAll('␣', ' ').replaceAll(/—*»/g, '\t').replaceAll('←', '\r').replaceAll('⇔', '\ufeff').replaceAll('↵', '').replace(/∎\n?$/, '')

/** Why what YAML allows is refused in a plugin: a document means one thing to everyone who reads it. */
const reasons: Readonly<Record<string, string>> = {
  DOC_TAG_FOREIGN: 'a tag outside the core schema: no type of an author\'s own is made',
  DOC_KEY_ANCHOR: 'an anchor or alias in a key: a key is what stands there',
  DOC_KEY_FORBIDDEN: 'a key that is no text',
  DOC_FIELD_INVALID: 'a character that nobody sees',
  'DOC_YAML_SYNTAX %': 'a directive: it would change what the rest means',
  'DOC_YAML_SYNTAX BAD_DIRECTIVE': 'a directive that is kept for later',
  'DOC_YAML_SYNTAX BAD_ALIAS': 'an anchor or alias whose name ends in a colon: readers differ in where it ends',
  'DOC_YAML_SYNTAX KEY': 'a map or list as a key: JSON has none',
  'DOC_YAML_SYNTAX MULTIPLE_DOCS': 'several documents in one file',
}

it.skipIf(!existsSync(folder) && process.env['CI'] !== 'true')(`the YAML test suite, all of it: what is no YAML is refused, what is read is what it says, what else is refused has its reason${existsSync(folder) ? '' : ' (no ../shared/data/vectors/yaml-test-suite)'}`, () => {
  const told: Record<string, number> = {}
  const wrong: string[] = []
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml')).toSorted()) {
    let before: z.infer<typeof cases>[number] = {}
    for (const [index, own] of cases.parse(parse(readFileSync(`${folder}/${name}`, 'utf8'))).entries()) {
      // A case of the same file that leaves out what it means, means what the one before it does.
      const one = { ...before, ...own, fail: own.fail ?? false }
      before = one
      const id = `${name.slice(0, 4)}/${index}`
      let outcome: string
      try {
        const { value } = readYaml({ file: name, text: plain(one.yaml ?? ''), linesBefore: 0 })
        outcome = one.fail ? 'read, though it is no YAML' : 'read'
        if (one.fail || !isDeepStrictEqual(value, meaningOf(one))) wrong.push(`${id} ${outcome}: ${JSON.stringify(value)}`)
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error
        const code = error.code === 'DOC_YAML_SYNTAX' ? `${error.code} ${error.params['problem']}` : error.code
        outcome = one.fail ? 'refused as no YAML' : code
        if (!one.fail && reasons[code] === undefined) wrong.push(`${id} is refused without a reason: ${code}`)
      }
      told[outcome] = (told[outcome] ?? 0) + 1
    }
  }
  expect(wrong).toEqual([])
  // By the code under which `reasons` says why.
  expect(told).toEqual({
    read: 223, 'refused as no YAML': 94, DOC_FIELD_INVALID: 1, DOC_KEY_ANCHOR: 10, DOC_KEY_FORBIDDEN: 9, DOC_TAG_FOREIGN: 17,
    'DOC_YAML_SYNTAX %': 7, 'DOC_YAML_SYNTAX BAD_ALIAS': 2, 'DOC_YAML_SYNTAX BAD_DIRECTIVE': 9, 'DOC_YAML_SYNTAX KEY': 15, 'DOC_YAML_SYNTAX MULTIPLE_DOCS': 19,
  })
})
