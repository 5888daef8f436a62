import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ensurePrivateDirectory, ensurePrivateFile, replacePrivateFile } from '../../../src/host/store/private-file.ts'
import { temporaryPath } from './temporary-store.ts'

describe('a private place', () => {
  it('that cannot be made is a typed error, whichever step meets it', () => {
    const path = temporaryPath()
    writeFileSync(dirname(path), 'a file where the directory would be')
    const unsafe = expect.objectContaining({ code: 'STORE_PLACE_UNSAFE' })
    expect(() => ensurePrivateDirectory(dirname(path))).toThrow(unsafe)
    expect(() => ensurePrivateDirectory(join(path, 'below'))).toThrow(unsafe)
    expect(() => ensurePrivateFile(path)).toThrow(unsafe)
    expect(() => replacePrivateFile(path, 'text')).toThrow(unsafe)
  })

  it('whose file cannot be replaced is a typed error, and nothing is left beside it', () => {
    const path = temporaryPath()
    mkdirSync(join(path, 'full'), { recursive: true })
    expect(() => replacePrivateFile(path, 'text')).toThrow(expect.objectContaining({ code: 'STORE_PLACE_UNSAFE' }))
    expect(readdirSync(dirname(path))).toStrictEqual(['store.db'])
  })

  it('has a text that takes many writes whole', () => {
    const path = temporaryPath()
    const text = '课表\n'.repeat(1_000_000)
    replacePrivateFile(path, 'old')
    replacePrivateFile(path, text)
    expect(readFileSync(path, 'utf8') === text).toBe(true)
  })
})
