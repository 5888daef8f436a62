/**
 * The keychain helper: a process of its own that loads the native module and answers one call at a time. It is forked
 * by `helper-keychain.ts`, gets nothing on its command line and nearly nothing in its environment, writes nothing, and
 * dies with its parent.
 */
import { helperRequest, type HelperAnswer, type HelperRequest } from './helper-protocol.ts'
import { DamagedItem, deleteItem, readItem, type TextItems, writeItem } from './item-chunks.ts'
import { keychainFailure } from './keychain-failure.ts'

/** Characters in one item: Windows takes 2560 bytes; the others take megabytes. */
const itemLimit = process.platform === 'win32' ? 2400 : 1024 * 1024

/** Loaded at the first call, so that a missing library is an answer and not a death. */
async function itemsOf(service: string): Promise<TextItems> {
  const { default: keytar } = await import('keytar')
  return {
    get: (name) => keytar.getPassword(service, name),
    set: (name, text) => keytar.setPassword(service, name, text),
    delete: (name) => keytar.deletePassword(service, name),
  }
}

async function perform(request: HelperRequest): Promise<HelperAnswer> {
  const { id, op, service, name } = request
  const items = await itemsOf(service)
  switch (op) {
    case 'get': return { id, outcome: 'value', value: await readItem(items, name) }
    case 'set':
      await writeItem(items, name, request.value, itemLimit)
      request.value.fill(0)
      return { id, outcome: 'stored' }
    case 'delete': return { id, outcome: 'deleted', found: await deleteItem(items, name) }
    default: return op satisfies never
  }
}

async function answer(raw: unknown): Promise<void> {
  const request = helperRequest.parse(raw)
  const { id } = request
  const result = await perform(request).catch((error: unknown): HelperAnswer =>
    error instanceof DamagedItem ? { id, outcome: 'damaged' } : { id, outcome: 'failed', ...keychainFailure(error) })
  process.send?.(result, () => { if (result.outcome === 'value') result.value?.fill(0) })
}

let last: Promise<void> = Promise.resolve()
process.on('message', (raw) => { last = last.then(() => answer(raw)) })
// `process.exit` waits for a native call that waits for a person; a signal does not.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C in the person's terminal is for the parent, which then closes the channel.
process.on('SIGINT', () => undefined)
