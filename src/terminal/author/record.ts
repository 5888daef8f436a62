import { join } from 'node:path'
import { freeName, takenBy } from '../../plugins/author/recording-names.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { recordingFiles, withExpectation } from '../../plugins/author/recording-files.ts'
import { canExpect } from '../../plugins/author/update-expectation.ts'
import { openReplayer } from '../../plugins/author/replay.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Cli } from '../cli/cli.ts'
import { callFailed, type Done } from '../cli/print.ts'
import type { RecordOptions } from './add-author.ts'
import { takeOptions } from './take-options.ts'
import { tryTool } from './try-tool.ts'
import { writeNew } from './writing.ts'

/**
 * Calls a tool and keeps what came back in `fixtures/`, with what the tool gives for exactly that: a failure of the tool's own is kept as well.
 * Overwrites nothing. Throws `AUTHOR_SECRET_RECORDED`, `AUTHOR_RECORDING_TOO_LARGE`.
 */
export async function recordCommand(path: string, words: readonly string[], given: RecordOptions, cli: Cli): Promise<Done> {
  const { io } = cli
  const taken = takeOptions(words, { '--name': true }, cli)
  if (taken.tool === undefined) throw new HarnessError('USAGE', { problem: io.say(w.toolNeeded) })
  const named = given.name ?? taken.options['--name']
  if (named !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/.test(named)) throw new HarnessError('USAGE', { problem: io.say(problemWords.noOption, { word: named.slice(0, 40), names: 'A–Z a–z 0–9 _ -' }) })
  const { folder, files } = readPlugin(path)
  // Said before anything is asked of a site: what would be recorded could not be kept.
  const there = named === undefined ? undefined : takenBy(named, files)
  if (there !== undefined) throw new HarnessError('FILE_EXISTS', { path: join(folder, there) })
  const { tool, outcome, recording, withheld } = await tryTool(path, taken.tool, taken.rest, cli)
  if (withheld === 'secret') throw new HarnessError('AUTHOR_SECRET_RECORDED')
  if (recording === undefined) throw new HarnessError('AUTHOR_RECORDING_TOO_LARGE', { limit: 750_000 })
  // Refused, or failed before anything was answered: there is nothing to keep.
  if (!outcome.ok && (recording.exchanges ?? []).length === 0) throw callFailed(outcome.error, outcome.callId)
  const name = named ?? freeName(tool, files)
  const made = recordingFiles(name, recording, files)
  const replayed = await openReplayer(new Map([...files, ...made.files]), { trust: 'community' }).run(made.fixture)
  // A document's own error is a fault to mend: the recording is kept to mend it on, and promises nothing yet.
  const all = canExpect(replayed, undefined) ? withExpectation(name, made.files, replayed) : made.files
  for (const [file, bytes] of all) writeNew(join(folder, file), bytes)
  return { data: { name, files: [...all.keys()] }, lines: [...all.keys()].map((file) => io.say(w.recorded, { file })) }
}
