import type { ErrorCode } from '../../rules/errors/index.ts'

/** One limit of a document's run. Those that the door holds (ratio, redirects) end with its codes; they are listed so that `plugin show` has them all. */
export interface Budget {
  readonly limit: number
  readonly unit: 'ms' | 'steps' | 'requests' | 'items' | 'bytes' | 'levels' | 'units' | 'times' | 'nodes' | 'instructions' | 'redirects'
  readonly code: ErrorCode
}

/** Fixed for every document (design: plugin-document, Budgets). */
export const budgets = {
  wall: { limit: 20_000, unit: 'ms', code: 'DOC_TIME_EXCEEDED' },
  steps: { limit: 10_000, unit: 'steps', code: 'DOC_STEPS_EXCEEDED' },
  requests: { limit: 10, unit: 'requests', code: 'DOC_REQUESTS_EXCEEDED' },
  items: { limit: 1_000, unit: 'items', code: 'DOC_ITEMS_EXCEEDED' },
  response: { limit: 2 * 1024 * 1024, unit: 'bytes', code: 'DOC_RESPONSE_EXCEEDED' },
  nesting: { limit: 8, unit: 'levels', code: 'DOC_NESTING_EXCEEDED' },
  traffic: { limit: 8 * 1024 * 1024, unit: 'bytes', code: 'DOC_TRAFFIC_EXCEEDED' },
  fuel: { limit: 1_000_000, unit: 'units', code: 'DOC_FUEL_EXHAUSTED' },
  ratio: { limit: 100, unit: 'times', code: 'NET_RATIO' },
  result: { limit: 64 * 1024, unit: 'bytes', code: 'DOC_RESULT_EXCEEDED' },
  domNodes: { limit: 100_000, unit: 'nodes', code: 'DOC_DOM_NODES_EXCEEDED' },
  domDepth: { limit: 512, unit: 'levels', code: 'DOC_DOM_DEPTH_EXCEEDED' },
  jsonDepth: { limit: 512, unit: 'levels', code: 'DOC_JSON_DEPTH_EXCEEDED' },
  regexInput: { limit: 256 * 1024, unit: 'bytes', code: 'DOC_REGEX_INPUT_EXCEEDED' },
  regexProgram: { limit: 1_000, unit: 'instructions', code: 'DOC_REGEX_PROGRAM_EXCEEDED' },
  redirects: { limit: 5, unit: 'redirects', code: 'NET_TOO_MANY_REDIRECTS' },
  storage: { limit: 1024 * 1024, unit: 'bytes', code: 'DOC_STORAGE_EXCEEDED' },
  documentBytes: { limit: 256 * 1024, unit: 'bytes', code: 'DOC_SIZE_EXCEEDED' },
  aliases: { limit: 64, unit: 'items', code: 'DOC_ALIASES_EXCEEDED' },
} as const satisfies Readonly<Record<string, Budget>>
