import { HarnessError, nearWords } from '../../rules/errors/index.ts'
import { isObject, type Json, type JsonObject } from '../../rules/json.ts'
import { type Lang, ToolFailure } from '../../sdk/index.ts'
import type { DocumentFiles } from '../document/document-files.ts'
import type { Extractor } from '../document/extract/extract-types.ts'
import type { Origin } from '../document/facts/reached.ts'
import { loadDocument, type LoadedDocument } from '../document/load-document.ts'
import { expectation } from '../document/manifest/place.ts'
import type { Tracer } from '../document/run/tracer.ts'
import type { RegisteredTool } from '../registry/plugin.ts'
import type { Fixture } from './fixture.ts'
import { offlineCampus, ownExtractor } from './offline-house.ts'
import { type Heard, replayContext } from './replay-client.ts'

/** How a call ended: `fails` is a failure's kind (`site-changed`) or an error's code. */
export type Outcome =
  | { readonly ok: true; readonly result: Json }
  | { readonly ok: false; readonly fails: string; readonly error: HarnessError | ToolFailure }

/** What a run has in place of the recording's own. */
export interface Changes {
  readonly extractor?: Extractor
  readonly tracer?: Tracer
  /** Hears of each answer. */
  readonly heard?: Heard
}

export interface Replayer {
  readonly document: LoadedDocument
  /** Runs the recorded call against the recorded answers, at the recorded time. Throws `PLUGIN_TOOL_UNKNOWN`; any other end is an outcome. */
  run(fixture: Fixture, changes?: Changes): Promise<Outcome>
}

/** Loads a document to be run on recordings, one at a time. Nothing of it reaches a network, a store or a daemon. Throws `DOC_*`. @param lang of the words of a failure */
export function openReplayer(files: DocumentFiles, origin: Origin, lang: Lang = 'zh'): Replayer {
  let now: { readonly at: number; readonly settings: JsonObject; readonly changes: Changes } = { at: 0, settings: {}, changes: {} }
  const extractor: Extractor = { extract: (...job) => (now.changes.extractor ?? ownExtractor).extract(...job), close: async () => {} }
  const document = loadDocument(files, origin, {
    campus: offlineCampus, extractor, settings: () => now.settings,
    // A run takes no time, so that it ends in the same way each time.
    clock: { now: () => now.at, sleep: (_, signal) => new Promise((_resolve, reject) => { signal?.addEventListener('abort', () => reject(signal.reason), { once: true }) }) },
    tracer: { step: (trace) => now.changes.tracer?.step(trace) },
  })
  return {
    document,
    async run(fixture, changes = {}) {
      now = { at: Date.parse(fixture.at), settings: fixture.settings, changes }
      return settle(toolNamed(document, fixture.tool), fixture, files, { lang, heard: changes.heard })
    },
  }
}

/** A tool by its short name or its id. Throws `PLUGIN_TOOL_UNKNOWN` with its neighbours. */
export function toolNamed(document: LoadedDocument, name: string): RegisteredTool {
  const found = document.tools.find(({ facts }) => facts.id === name || facts.id === `${document.id}.${name}`)
  if (!found) throw new HarnessError('PLUGIN_TOOL_UNKNOWN', { tool: name.slice(0, 80), ...nearWords(document.tools.map(({ facts }) => facts.id)) })
  return found
}

async function settle(tool: RegisteredTool, fixture: Fixture, files: DocumentFiles, { lang, heard }: { readonly lang: Lang; readonly heard: Heard | undefined }): Promise<Outcome> {
  const args = tool.input.safeParse(fixture.args)
  if (!args.success) {
    const [issue] = args.error.issues
    const [name] = issue?.path ?? []
    const error = new HarnessError('AUTHOR_ARGS_REFUSED', { fixture: fixture.file, at: ['args', ...(name === undefined ? [] : [String(name)])].join('.'), expected: issue?.code === 'unrecognized_keys' ? `{ ${Object.keys(isObject(tool.inputSchema['properties']) ? tool.inputSchema['properties'] : {}).join(', ')} }` : expectation(issue) })
    return { ok: false, fails: error.code, error }
  }
  try {
    // What `input` gives is plain JSON, and so is what a document's tool ends with.
    return { ok: true, result: await tool.run(args.data as JsonObject, replayContext(fixture, files, { lang, signal: new AbortController().signal, heard })) as Json }
  } catch (error) {
    if (error instanceof ToolFailure) return { ok: false, fails: error.kind, error }
    // Whoever wants no more of it is not told how the tool ended.
    if (error instanceof HarnessError && error.code !== 'INTERRUPTED') return { ok: false, fails: error.code, error }
    throw error
  }
}
