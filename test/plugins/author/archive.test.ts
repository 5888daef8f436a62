import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packArchive, readArchive } from '../../../src/plugins/author/archive.ts'
import { caught, filesOf } from '../scene/documents.ts'

const files = filesOf({ 'PLUGIN.md': '---\na: 1\n---\n', 'fixtures/a.yaml': 'x'.repeat(512), 'tools/b.yaml': '' })
const changed = (change: (bytes: Buffer) => Buffer | undefined): Buffer => { const bytes = Buffer.from(packArchive(files)); return change(bytes) ?? bytes }

describe('a packed plugin', () => {
  it('has the same bytes for the same files, in whichever order they come', () => {
    expect(packArchive(new Map([...files].toReversed()))).toEqual(packArchive(files))
  })

  it('gives its files back, whatever they hold', () => {
    fc.assert(fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,64}(\/[a-z]{1,64}){0,2}$/), fc.uint8Array({ maxLength: 1_500 }), { minKeys: 1, maxKeys: 5 }), (given) => {
      const all = new Map(Object.entries(given))
      expect(new Map([...readArchive(packArchive(all), 'x')].map(([name, bytes]) => [name, [...bytes]]))).toEqual(new Map([...all].map(([name, bytes]) => [name, [...bytes]])))
    }))
  })

  it('is what tar reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pkuh-pack-'))
    try {
      writeFileSync(join(folder, 'a.tar'), packArchive(files))
      execFileSync('tar', ['xf', 'a.tar'], { cwd: folder })
      for (const [name, bytes] of files) expect(readFileSync(join(folder, name)).equals(Buffer.from(bytes))).toBe(true)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each<[string, (bytes: Buffer) => Buffer | undefined]>([
    ['nothing in it', () => Buffer.alloc(1024)], ['no bytes at all', () => Buffer.alloc(0)], ['something behind its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')])], ['its end missing', (bytes) => bytes.subarray(0, -512)],
    ['a byte of a file more than its size', (bytes) => { bytes[512 + 14] = 120; return undefined }], ['a link for a file', (bytes) => { bytes[156] = 50; return undefined }], ['another mode', (bytes) => { bytes[100 + 5] = 55; return undefined }],
    ['a size that goes on past the end', (bytes) => { bytes.write('77777777777', 124); return undefined }], ['its files in another order', () => { const parts = [...files].map((one) => packArchive(new Map([one])).subarray(0, -1024)); return Buffer.concat([...parts.toReversed(), Buffer.alloc(1024)]) }],
  ])('is refused with %s', (_what, change) => {
    expect(caught(() => readArchive(changed(change), 'a.tar'))).toEqual({ code: 'AUTHOR_ARCHIVE', file: 'a.tar' })
  })

  it('a name that no archive holds is refused when it is packed', () => {
    expect(caught(() => packArchive(filesOf({ [`${'a'.repeat(120)}`]: '' })))).toMatchObject({ code: 'DOC_FILE_NAME' })
  })
})
