import type { DocumentFiles } from '../../document/document-files.ts'
import type { Edit, Finding } from './finding.ts'

/** The files with what can be mended mended: each that changed, in its own charset. Of edits that lie over each other the first is made. */
export function fixFiles(files: DocumentFiles, findings: readonly Finding[]): ReadonlyMap<string, Uint8Array> {
  const byFile = new Map<string, Edit[]>()
  for (const { fix } of findings) {
    if (!fix) continue
    const edits = byFile.get(fix.file) ?? []
    byFile.set(fix.file, edits)
    if (edits.every((one) => fix.from >= one.to || fix.to <= one.from)) edits.push(fix)
  }
  return new Map([...byFile].map(([file, edits]) => {
    const charset = edits.some(({ bytes }) => bytes) ? 'latin1' : 'utf8'
    const text = Buffer.from(files.get(file) ?? []).toString(charset)
    return [file, Buffer.from(edits.toSorted((a, b) => b.from - a.from).reduce((done, edit) => done.slice(0, edit.from) + edit.text + done.slice(edit.to), text), charset)]
  }))
}
