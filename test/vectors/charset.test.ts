import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeText } from '../../src/host/net/charset.ts'

const folder = '../shared/data/vectors/html5lib/encoding'

/** Why a case of the suite is not for us. */
function notOurs(name: string, data: string): string | undefined {
  if (name.startsWith('scripted/')) return 'what a script would write into the page: none runs'
  return data.search(/<meta charset/) > 1024 ? 'past the first 1024 bytes, where nothing is looked for' : undefined
}

it.skipIf(!existsSync(folder) && process.env['CI'] !== 'true')(`bug-log 152: html5lib's pages, all 83, are read by the charset that a browser finds in them, or by UTF-8 where it would take its own default${existsSync(folder) ? '' : ` (no ${folder})`}`, () => {
  const told: Record<string, number> = {}
  const wrong: string[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.dat'))) {
    for (const part of readFileSync(`${folder}/${name}`, 'latin1').split(/(?:^|\n)#data\n/).slice(1)) {
      const [data = '', rest = ''] = part.split('\n#encoding\n')
      const [label = ''] = rest.split('\n')
      const right = new TextDecoder(label.trim()).encoding
      // windows-1252 is what such a page is in a browser that knows nothing of it.
      const outcome = notOurs(name, data) ?? (right === 'windows-1252' && !/charset\s*=\s*["']?\s*(?:iso-?8859-1|windows-1252)\b/i.test(data) ? 'names none' : 'names one')
      told[outcome] = (told[outcome] ?? 0) + 1
      const got = decodeText(Buffer.from(data, 'latin1'), 'text/html').charset
      if ((outcome === 'names one' && got !== right) || (outcome === 'names none' && got !== 'utf-8')) wrong.push(`${name}: ${got}, not ${right}: ${data.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(told).toEqual({
    'names one': 43, 'names none': 32, 'past the first 1024 bytes, where nothing is looked for': 7, 'what a script would write into the page: none runs': 1,
  })
})
