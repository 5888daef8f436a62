import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../../../', import.meta.url).pathname

/** A directory with a bundle of `entry` (CommonJS, as in `dist/`) and the packages it may load. */
export interface Bundle { readonly path: string; readonly directory: string; remove(): void }

/** @param packages where `keytar` is found: the repository's own, none at all, or what the test puts there */
export async function bundled(entry: string, packages: 'real' | 'none' | 'own' = 'real'): Promise<Bundle> {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-bundle-'))
  const path = join(directory, 'bundle.cjs')
  await build({ entryPoints: [join(root, entry)], outfile: path, bundle: true, platform: 'node', format: 'cjs', target: 'node20.19', external: ['keytar', 'libsql'], logLevel: 'error' })
  if (packages === 'real') symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  if (packages === 'own') mkdirSync(join(directory, 'node_modules'))
  return { path, directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

export const builtHelper = (packages?: 'real' | 'none' | 'own'): Promise<Bundle> => bundled('src/host/keystore/helper.ts', packages)

/** A script in place of the helper, to see what the keystore makes of one that misbehaves. It is a real process too. */
export function scriptedHelper(onMessage: string): Bundle {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-script-'))
  const path = join(directory, 'helper.cjs')
  writeFileSync(path, `process.on('message', (message) => { ${onMessage} })\nprocess.on('disconnect', () => process.exit())\n`)
  return { path, directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
