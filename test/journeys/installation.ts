import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A copy of the built harness that ships other official documents beside its own; `pkuh` is its program. */
export interface Installation extends Disposable { readonly pkuh: string }

/** @param documents text of `PLUGIN.md` by plugin id */
export function installWith(documents: Readonly<Record<string, string>>): Installation {
  const root = mkdtempSync(join(tmpdir(), 'pkuh-installed-'))
  for (const name of ['bin', 'dist', 'plugins', 'package.json']) cpSync(name, join(root, name), { recursive: true })
  // Native packages are not bundled.
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  for (const [id, text] of Object.entries(documents)) {
    mkdirSync(join(root, 'plugins/documents', id))
    writeFileSync(join(root, 'plugins/documents', id, 'PLUGIN.md'), text)
  }
  return { pkuh: join(root, 'bin/pkuh.js'), [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) }
}

/** A document with one tool, `<id>.seen`, that reads one page of a service and says its status. */
export const reader = (id: string, service: string, path: string): string => `---
plugin: ${id}
version: 1.0.0
name: { zh: 测试, en: Test }
summary: { zh: 读一页, en: Reads one page }
scopes: [${service}]
tools:
  seen:
    description: { zh: 读一页, en: Reads one page }
    effect: read
    private: true
    output: { type: object, properties: { status: { type: number } }, required: [status] }
    steps:
      - request: { service: ${service}, path: ${path} }
        as: page
      - return: { status: "\${{ page.status }}" }
---
`
