import { basename, dirname, isAbsolute } from 'node:path'
import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import { mainFile } from '../document/document-files.ts'

const owner = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/)
const repo = z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/)
/** A branch, a tag or a commit in one part; a branch with a slash in its name cannot be told from a folder in a link. */
const ref = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
const folder = z.string().regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(?:\/(?=.)|$)){0,8}$/)

/** Where a plugin comes from and where its updates are looked for. */
export const sourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('github'), owner, repo, ref: ref.nullable(), folder }),
  z.strictObject({ kind: z.literal('url'), url: z.url({ protocol: /^https$/ }) }),
  z.strictObject({ kind: z.literal('folder'), path: z.string() }),
])
export type Source = Readonly<z.output<typeof sourceSchema>>
export type GithubSource = Extract<Source, { readonly kind: 'github' }>

/** The one repository whose documents are official (policy §1). */
export const officialRepository = { owner: 'pkuinfo', repo: 'pku-harness-plugins' } as const

/** Where an official document that ships is updated from. */
export const officialSource = (id: string): GithubSource => ({ kind: 'github', ...officialRepository, ref: null, folder: id })

/**
 * A link as a person gives it: `https://github.com/OWNER/REPO[/tree/REF[/FOLDER]]`, with `/blob/REF/…/PLUGIN.md` for the same
 * folder, or any https URL of a `PLUGIN.md`. Throws `MARKET_LINK`.
 */
export function sourceOfLink(link: string): Source {
  const refused = new HarnessError('MARKET_LINK', { link: link.slice(0, 200) })
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') throw refused
  const made: unknown = url.hostname === 'github.com' ? fromGithub(url) : { kind: 'url', url: `${url.origin}${url.pathname}${url.search}` }
  const read = sourceSchema.safeParse(made)
  if (!read.success || (read.data.kind === 'url' && !url.pathname.endsWith(`/${mainFile}`))) throw refused
  return read.data
}

/** A folder on this machine, which may be named by its PLUGIN.md too, or a packed one. Throws `MARKET_LINK` for a path that means another place in each process. */
export function sourceOfFolder(path: string): Source {
  if (!isAbsolute(path)) throw new HarnessError('MARKET_LINK', { link: path.slice(0, 200) })
  return { kind: 'folder', path: basename(path) === mainFile ? dirname(path) : path }
}

/** As a person would write it; it reads as the same source again. */
export function linkOf(source: Source): string {
  switch (source.kind) {
    case 'folder': return source.path
    case 'url': return source.url
    case 'github': {
      const base = `https://github.com/${source.owner}/${source.repo}`
      if (source.ref === null && source.folder === '') return base
      return `${base}/tree/${source.ref ?? 'HEAD'}${source.folder === '' ? '' : `/${source.folder}`}`
    }
  }
}

function fromGithub(url: URL): unknown {
  const [of, name = '', form, at, ...rest] = url.pathname.split('/').slice(1).filter((part, index, all) => part !== '' || index < all.length - 1)
  if (form !== undefined && form !== 'tree' && form !== 'blob') return undefined
  const inside = form === 'blob' && rest.at(-1) === mainFile ? rest.slice(0, -1) : rest
  if (form === 'blob' && inside.length === rest.length) return undefined
  return { kind: 'github', owner: of, repo: name.replace(/\.git$/, ''), ref: at === undefined || at === 'HEAD' ? null : at, folder: inside.join('/') }
}
