import type { DocumentFiles } from '../document/document-files.ts'
import { bodyFile, fixtureFile } from './fixture.ts'

/** The tool's name, with a number where there is one. */
export function freeName(tool: string, files: DocumentFiles): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? tool : `${tool}-${count}`
    if (takenBy(name, files) === undefined) return name
  }
}

/** A file that a recording of this name would be, or may have for a page: `NAME.html`, and `NAME-2.html` for its second. */
export function takenBy(name: string, files: DocumentFiles): string | undefined {
  const pages = [bodyFile(name), ...Array.from({ length: 50 }, (_, index) => bodyFile(`${name}-${index + 2}`))]
  return [...files.keys()].find((file) => file === fixtureFile(name) || file === bodyFile(`${name}.yml`) || (/\.(?:html|txt)$/.test(file) && pages.includes(file.replace(/\.(?:html|txt)$/, ''))))
}
