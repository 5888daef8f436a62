import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DoorResponse } from '../../host/net/door.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { folderMeter, isAside, type Fetched, type Fetching } from './fetched.ts'
import { type GithubSource, officialRepository } from './source.ts'

const hosts = { api: 'api.github.com', raw: 'raw.githubusercontent.com' } as const
const sha = z.string().regex(/^[0-9a-f]{40}$/)
const entry = z.object({ path: z.string().max(1_000), mode: z.string(), type: z.string(), sha, size: z.number().optional() })
const treeSchema = z.object({ tree: z.array(entry).max(20_000), truncated: z.boolean().optional() })
const comparison = z.object({ status: z.string() })

/**
 * A folder of a repository at one commit: the link's name for it is resolved once, and each file's bytes are held against
 * the commit's own tree. Throws `MARKET_GONE`, `MARKET_ANSWER`, `MARKET_LIMIT`, `MARKET_FILE_KIND`, `MARKET_BYTES` or a `NET_*` error.
 */
export async function fetchGithub(source: GithubSource, fetching: Fetching): Promise<Fetched> {
  const { owner, repo, ref, folder } = source
  const api = `https://${hosts.api}/repos/${owner}/${repo}`
  const named = await get(`${api}/commits/${ref ?? 'HEAD'}`, 'application/vnd.github.sha', hosts.api, fetching)
  const commit = readAs(sha, named.text.trim(), hosts.api)
  const read = async (tree: string, recursive: boolean) => {
    const { text } = await get(`${api}/git/trees/${tree}${recursive ? '?recursive=1' : ''}`, 'application/vnd.github+json', hosts.api, fetching)
    return readAs(treeSchema, parse(text), hosts.api)
  }
  let root = commit
  for (const part of folder === '' ? [] : folder.split('/')) {
    const inside = (await read(root, false)).tree.find(({ path, type }) => path === part && type === 'tree')
    if (!inside) throw new HarnessError('MARKET_GONE', { host: 'github.com', what: `${owner}/${repo}/${folder}` })
    root = inside.sha
  }
  const { tree, truncated } = await read(root, true)
  if (truncated === true) throw new HarnessError('MARKET_LIMIT', { what: 'files', limit: tree.length })
  const moved = named.url !== `${api}/commits/${ref ?? 'HEAD'}`
  return {
    files: await fetchFiles(tree, `https://${hosts.raw}/${owner}/${repo}/${commit}${folder === '' ? '' : `/${folder}`}`, fetching),
    from: `https://github.com/${owner}/${repo}/tree/${commit}${folder === '' ? '' : `/${folder}`}`,
    commit, official: !moved && isOfficial(source) && await isOnDefaultBranch(api, commit, fetching),
  }
}

const isOfficial = ({ owner, repo }: GithubSource): boolean => owner === officialRepository.owner && repo === officialRepository.repo

/**
 * GitHub answers for a commit of any fork, and of any open pull request, under the name of the repository it was forked from. So
 * a commit is the repository's own only where its default branch has it.
 */
async function isOnDefaultBranch(api: string, commit: string, fetching: Fetching): Promise<boolean> {
  const { text } = await get(`${api}/compare/HEAD...${commit}?per_page=1`, 'application/vnd.github+json', hosts.api, fetching)
  const { status } = readAs(comparison, parse(text), hosts.api)
  return status === 'identical' || status === 'behind'
}

async function fetchFiles(tree: z.output<typeof treeSchema>['tree'], base: string, fetching: Fetching): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = tree.filter(({ path, type }) => type !== 'tree' && !isAside(path))
  // By what the tree says, before the first is fetched.
  const meter = folderMeter()
  for (const { path, type, mode, size = 0 } of wanted) {
    if (type !== 'blob' || (mode !== '100644' && mode !== '100755')) throw new HarnessError('MARKET_FILE_KIND', { file: path.slice(0, 80) })
    meter.add(path, size)
  }
  const files = new Map<string, Uint8Array>()
  const fetched = folderMeter()
  for (const { path, sha: blob } of wanted) {
    const { bytes } = await get(`${base}/${path.split('/').map(encodeURIComponent).join('/')}`, '*/*', hosts.raw, fetching)
    if (blobSha(bytes) !== blob) throw new HarnessError('MARKET_BYTES', { file: path.slice(0, 80) })
    fetched.add(path, bytes.byteLength)
    files.set(path, bytes)
  }
  return files
}

/** As Git names a file's content. */
const blobSha = (bytes: Uint8Array): string => createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex')

/** A repository that was renamed redirects once, to its number. */
async function get(url: string, accept: string, host: string, { door, signal }: Fetching): Promise<DoorResponse> {
  const response = await door.request({ destination: { kind: 'update' }, url, hosts: [host], headers: { accept, 'user-agent': 'pku-harness' }, redirects: 2, signal })
  // 409: an empty repository; 422: no such commit.
  if ([404, 409, 410, 422].includes(response.status)) throw new HarnessError('MARKET_GONE', { host, what: new URL(url).pathname.slice(0, 200) })
  if (response.status !== 200) throw new HarnessError('MARKET_ANSWER', { host, what: response.status })
  return response
}

function readAs<T>(schema: z.ZodType<T>, value: unknown, host: string): T {
  const read = schema.safeParse(value)
  if (!read.success) throw new HarnessError('MARKET_ANSWER', { host, what: read.error.issues[0]?.path.join('.') || 'JSON' })
  return read.data
}

function parse(text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}
