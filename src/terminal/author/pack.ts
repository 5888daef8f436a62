import { archiveEnding, packArchive } from '../../plugins/author/archive.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { openReplayer } from '../../plugins/author/replay.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import type { Cli } from '../cli/cli.ts'
import type { Done } from '../cli/print.ts'
import { writeNew } from './writing.ts'

/** One file that another `plugin install` takes. A document that cannot be read is refused; a file that is there is left. */
export async function packCommand(path: string, options: { readonly file?: string }, { io }: Cli): Promise<Done> {
  if (options.file !== undefined && !options.file.endsWith(archiveEnding)) throw new HarnessError('USAGE', { problem: io.say(w.packName, { ending: archiveEnding }) })
  const { files } = readPlugin(path)
  const { document } = openReplayer(files, { trust: 'community' })
  const file = options.file ?? `${document.id}-${document.version}${archiveEnding}`
  const bytes = packArchive(files)
  writeNew(file, bytes)
  return {
    data: { plugin: document.id, version: document.version, file, bytes: bytes.byteLength, contentHash: document.contentHash },
    lines: [io.say(w.packed, { file }), `  sha256 ${document.contentHash}`],
  }
}
