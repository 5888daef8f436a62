import type { Json } from '../../rules/json.ts'
import type { ModelMessage } from '../model.ts'

/**
 * Outside text on its way to the model: one message, one JSON object, the host's key first. Every text is a JSON string inside, so none
 * can end its place or begin another. Angle brackets are escaped too: a chat template's markers are made of them.
 */
export const dataMessage = (what: 'plugins' | 'memories', entries: readonly Json[]): ModelMessage =>
  ({ role: 'user', content: encode({ pku_harness_data: what, entries }) })

/** The key of a request that nobody is known to have typed. */
export const requestKey = 'pku_harness_request'

/** What is asked through a pipe, a script, a schedule or a paste: it has its place too, since others may have written it or parts of it. */
export const requestMessage = (text: string): ModelMessage => ({ role: 'user', content: encode({ [requestKey]: text }) })

/** JSON in which no template marker, tag or line separator can be spelt. */
export const encode = (value: Json): string =>
  JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
