import { build, type Metafile } from 'esbuild'
import { readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

/** The rooms of `src/`, ground floor first: a room imports only rooms above it in this list (architecture). */
export const rooms = ['sdk', 'rules', 'host', 'plugins', 'monitor', 'agent', 'daemon', 'terminal'] as const

/** Every TypeScript file below a folder, relative to the repository's root. */
export function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** `outside`: to a package or a module of Node's. */
export interface ImportEdge { readonly from: string; readonly to: string; readonly outside: boolean }

/**
 * Every import between files, read from esbuild's metafile: static ones, dynamic ones and re-exports. Type-only imports
 * vanish in a bundle, so each is read once more as a plain one.
 * @param planted lines to read at the end of a file, by its path
 */
export async function importEdges(entries: readonly string[], planted: Readonly<Record<string, string>> = {}): Promise<ImportEdge[]> {
  const result = await build({
    entryPoints: [...entries], bundle: true, write: false, metafile: true, platform: 'node', format: 'esm', outdir: 'out',
    packages: 'external', logLevel: 'silent', treeShaking: false, alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
    plugins: [{
      name: 'see-type-imports',
      setup(builder) {
        builder.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
          const { readFile } = await import('node:fs/promises')
          const name = path.slice(process.cwd().length + 1)
          return { contents: plain(`${await readFile(path, 'utf8')}\n${planted[name] ?? ''}`), loader: path.endsWith('x') ? 'tsx' : 'ts' }
        })
      },
    }],
  })
  return edgesOf(result.metafile)
}

/** Each module asked for, once more as a bare import, so that no type-only import or re-export is dropped. */
function plain(text: string): string {
  const asked = [...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?[^'"`;]*?\bfrom\s*(['"])([^'"]+)\1/g)].map((match) => match[2])
  return `${text}\n${asked.map((path) => `import ${JSON.stringify(path)}`).join('\n')}`
}

const edgesOf = (metafile: Metafile): ImportEdge[] =>
  Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map((to) => ({ from, to: to.path, outside: to.external === true })))

/** Why an edge is against the plan, or undefined where it is allowed. */
export function fault({ from, to, outside }: ImportEdge): string | undefined {
  if (outside) return faultOutside(place(from), to)
  const [a, b] = [place(from), place(to)]
  if (a === undefined || b === undefined || a === b) return undefined
  if (a === 'plugins/bundled') return b === 'sdk' ? undefined : 'a bundled plugin is written against the SDK alone'
  if (b === 'plugins/bundled') return a === 'daemon' ? undefined : 'only the daemon imports bundled plugins'
  if (a === 'fixtures') return undefined
  if (b === 'fixtures') return '`src` never imports fixtures'
  if (a === 'terminal') return terminalMay(from, to, b) ? undefined : 'the terminal is a view of the daemon'
  if (rooms.indexOf(b) > rooms.indexOf(a)) return `${a} stands above ${b}`
  return undefined
}

function faultOutside(from: Place | undefined, name: string): string | undefined {
  if (from === 'sdk' || from === 'plugins/bundled') return name === 'zod' ? undefined : `${from} needs only zod`
  return from === 'rules' && isBuiltin(name) ? 'rules has no Node imports' : undefined
}

function terminalMay(from: string, to: string, room: string): boolean {
  if (room === 'sdk' || room === 'rules') return true
  if (to.startsWith('src/daemon/protocol/')) return true
  return from.startsWith('src/terminal/author/') && to.startsWith('src/plugins/author/')
}

type Place = (typeof rooms)[number] | 'plugins/bundled' | 'fixtures'
function place(path: string): Place | undefined {
  if (path.startsWith('plugins/bundled/')) return 'plugins/bundled'
  if (path.startsWith('fixtures/')) return 'fixtures'
  return rooms.find((room) => path.startsWith(`src/${room}/`))
}
