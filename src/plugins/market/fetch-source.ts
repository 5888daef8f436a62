import { archiveEnding } from '../author/archive.ts'
import { fetchGithub } from './fetch-github.ts'
import { fetchUrl } from './fetch-url.ts'
import type { Fetched, Fetching } from './fetched.ts'
import { readFolder } from './read-folder.ts'
import { readPacked } from './read-packed.ts'
import type { Source } from './source.ts'

/** What stands at a source now, whole. Rejects with `MARKET_*`, `DOC_*` or `NET_*`. */
export async function fetchSource(source: Source, fetching: Fetching): Promise<Fetched> {
  switch (source.kind) {
    case 'github': return fetchGithub(source, fetching)
    case 'url': return fetchUrl(source.url, fetching)
    case 'folder': return source.path.endsWith(archiveEnding) ? readPacked(source.path) : readFolder(source.path)
  }
}
