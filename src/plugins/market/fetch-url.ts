import type { DoorResponse } from '../../host/net/door.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { checkFiles, mainFile, readText } from '../document/document-files.ts'
import { splitFrontMatter } from '../document/manifest/front-matter.ts'
import { manifestSchema } from '../document/manifest/manifest-schema.ts'
import { readYaml } from '../document/manifest/read-yaml.ts'
import { folderMeter, type Fetched, type Fetching } from './fetched.ts'

/**
 * A `PLUGIN.md` by its address and the files that its manifest names, relative to it, from the same host. Throws
 * `MARKET_GONE`, `MARKET_ANSWER`, `MARKET_LIMIT`, a `DOC_*` or a `NET_*` error.
 */
export async function fetchUrl(url: string, fetching: Fetching): Promise<Fetched> {
  const { hostname } = new URL(url)
  const meter = folderMeter()
  const main = await get(url, hostname, fetching)
  meter.add(mainFile, main.bytes.byteLength)
  const files = new Map([[mainFile, main.bytes]])
  for (const name of filesNamed(files)) {
    // Judged before it becomes part of a URL.
    checkFiles(new Map([[name, new Uint8Array()]]))
    const { bytes } = await get(new URL(name, main.url).href, hostname, fetching)
    meter.add(name, bytes.byteLength)
    files.set(name, bytes)
  }
  return { files, from: main.url, commit: null, official: false }
}

function filesNamed(files: ReadonlyMap<string, Uint8Array>): readonly string[] {
  checkFiles(files)
  const { value, place } = readYaml(splitFrontMatter(mainFile, readText(files, mainFile)).yaml)
  const { tools, widgets, pages } = place.check(manifestSchema, value)
  const named = [...Object.values(tools), ...Object.values(widgets), ...Object.values(pages)].filter((name) => typeof name === 'string')
  return [...new Set(named)].filter((name) => name !== mainFile)
}

async function get(url: string, host: string, { door, signal }: Fetching): Promise<DoorResponse> {
  const response = await door.request({ destination: { kind: 'update' }, url, hosts: [host], headers: { accept: '*/*' }, redirects: 3, signal })
  if (response.status === 404 || response.status === 410) throw new HarnessError('MARKET_GONE', { host, what: new URL(url).pathname.slice(0, 200) })
  if (response.status !== 200) throw new HarnessError('MARKET_ANSWER', { host, what: response.status })
  return response
}
