import { stringify } from 'yaml'
import { isObject } from '../../rules/json.ts'
import type { DocumentFiles } from '../document/document-files.ts'
import { bodyFile, type Fixture, fixtureFile, type FixtureInput, readFixture } from './fixture.ts'
import type { Outcome } from './replay.ts'
import { updateExpectation } from './update-expectation.ts'

/** Texts of this many characters and more are files of their own. */
const longText = 400

/** A recording as the files it is kept in, and as it reads from them. Throws `DOC_FIELD_INVALID` for what no recording may hold. */
export function recordingFiles(name: string, recording: FixtureInput, files: DocumentFiles): { readonly files: ReadonlyMap<string, Uint8Array>; readonly fixture: Fixture } {
  const made = new Map<string, string>()
  const exchanges = (recording.exchanges ?? []).map(({ request, response }, index) => {
    const { text, ...rest } = response
    if (text === undefined || text.length < longText) return { request, response }
    const body = `${name}${index === 0 ? '' : `-${index + 1}`}.${/html/i.test(rest.type ?? '') || /^\s*</.test(text) ? 'html' : 'txt'}`
    made.set(bodyFile(body), text)
    return { request, response: { ...rest, body } }
  })
  const { tool, args, at, uses } = recording
  made.set(fixtureFile(name), stringify({ tool, ...(isObject(args) && Object.keys(args).length > 0 ? { args } : {}), at, exchanges, ...(uses && uses.length > 0 ? { uses } : {}) }, { lineWidth: 0 }))
  const bytes = new Map([...made].map(([file, text]) => [file, new TextEncoder().encode(text)]))
  return { files: bytes, fixture: readFixture(new Map([...files, ...bytes]), fixtureFile(name)) }
}

/** The same with what the tool must give. */
export function withExpectation(name: string, files: ReadonlyMap<string, Uint8Array>, outcome: Outcome): ReadonlyMap<string, Uint8Array> {
  const file = fixtureFile(name)
  return new Map([...files, [file, new TextEncoder().encode(updateExpectation(new TextDecoder().decode(files.get(file)), outcome))]])
}
