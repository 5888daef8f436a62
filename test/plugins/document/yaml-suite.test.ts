import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { readYaml } from '../../../src/plugins/document/manifest/read-yaml.ts'

const folder = '../shared/data/vectors/yaml-test-suite'
const cases = z.array(z.object({ yaml: z.string().optional(), json: z.string().nullable().optional(), fail: z.boolean().optional() }))

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

it.skipIf(!existsSync(folder) && process.env['CI'] !== 'true')(`the YAML test suite: what is no YAML is refused, what is read is what it says, what else is refused has its reason${existsSync(folder) ? '' : ' (no ../shared/data/vectors/yaml-test-suite)'}`, () => {
  const told: Record<string, string[]> = {}
  const wrong: string[] = []
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml')).toSorted()) {
    for (const [index, { yaml = '', json, fail = false }] of cases.parse(parse(readFileSync(`${folder}/${name}`, 'utf8'))).entries()) {
      const id = `${name.slice(0, 4)}${index > 0 ? `/${index}` : ''}`
      let outcome: string
      try {
        const { value } = readYaml({ file: name, text: plain(yaml), linesBefore: 0 })
        outcome = fail ? 'read, though it is no YAML' : 'read'
        if (fail || (typeof json === 'string' && json.trim() !== '' && !isDeepStrictEqual(value, JSON.parse(json)))) wrong.push(`${id} ${outcome}: ${JSON.stringify(value)}`)
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error
        const code = error.code === 'DOC_YAML_SYNTAX' ? `${error.code} ${error.params['problem']}` : error.code
        outcome = fail ? 'refused as no YAML' : reasons[code] ?? `refused without a reason: ${code}`
        if (!fail && reasons[code] === undefined) wrong.push(`${id} ${code}`)
      }
      (told[outcome] ??= []).push(id)
    }
  }
  console.info(Object.entries(told).toSorted(([, a], [, b]) => b.length - a.length).map(([outcome, ids]) => `${String(ids.length).padStart(4)}  ${outcome}: ${ids.slice(0, 60).join(' ')}`).join('\n'))
  expect(wrong).toEqual([])
  expect(told['read']?.length).toBeGreaterThan(100)
})
