import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import { extentOf } from '../expression/extent.ts'
import type { Answer, ExtractCode, Source, Spec } from './extract-types.ts'
import { parsePage } from './guarded-dom.ts'
import { valuesAt } from './json-path.ts'
import { Missing } from './missing.ts'
import { pickFrom } from './pick.ts'
import { readTable } from './table.ts'
import { matchText } from './text-match.ts'

/** One extraction, in the worker. Total: every end is an answer; one of over 8 MiB, as much as a run may fetch, is `DOC_RESULT_EXCEEDED`. */
export function runJob(source: Source, spec: Spec): Answer {
  try {
    const value = extract(source, spec)
    // Here, where gigabytes would end a worker, not the daemon.
    if (extentOf(value) > budgets.traffic.limit) throw new HarnessError('DOC_RESULT_EXCEEDED', { limit: budgets.traffic.limit })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof Missing) return { ok: false, missing: error.what }
    if (error instanceof HarnessError && isExtractCode(error.code)) return { ok: false, code: error.code, params: error.params }
    return { ok: false, code: 'DOC_EXTRACT_FAILED', params: {} }
  }
}

function extract(source: Source, spec: Spec): Json {
  if (source.kind === 'html' && spec.kind === 'css') return pickFrom(parsePage(source.html), spec.pick)
  if (source.kind === 'html' && spec.kind === 'table') return readTable(parsePage(source.html), spec)
  if (source.kind === 'text' && spec.kind === 'regex') return matchText(source.text, spec)
  if (source.kind === 'json' && spec.kind === 'path') {
    const values = valuesAt(source.json, spec.path)
    if (spec.required && values.length === 0) throw new Missing(spec.path)
    return spec.many ? values : values[0] ?? null
  }
  throw new HarnessError('DOC_EXTRACT_FAILED')
}

const codes: Readonly<Record<ExtractCode, true>> = {
  DOC_DOM_NODES_EXCEEDED: true, DOC_DOM_DEPTH_EXCEEDED: true, DOC_REGEX_INPUT_EXCEEDED: true, DOC_REGEX_PROGRAM_EXCEEDED: true, DOC_PATTERN_INVALID: true,
  DOC_SELECTOR_INVALID: true, DOC_PATH_INVALID: true, DOC_RESULT_EXCEEDED: true, DOC_EXTRACT_FAILED: true,
}
const isExtractCode = (code: string): code is ExtractCode => Object.hasOwn(codes, code)
