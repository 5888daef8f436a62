import type { Extractor, Source, Spec } from '../../document/extract/extract-types.ts'
import { ownExtractor } from '../offline-house.ts'

export interface Job { readonly source: Source; readonly spec: Spec }

/** An extractor that keeps what it was asked. */
export function observeJobs(): { readonly extractor: Extractor; readonly jobs: readonly Job[] } {
  const jobs: Job[] = []
  return { jobs, extractor: { ...ownExtractor, extract(source, spec, signal) { jobs.push({ source, spec }); return ownExtractor.extract(source, spec, signal) } } }
}

/** An extractor that reads another page wherever it is given this one. */
export const withPage = (html: string, instead: string): Extractor => ({
  ...ownExtractor,
  extract: (source, spec, signal) => ownExtractor.extract(source.kind === 'html' && source.html === html ? { kind: 'html', html: instead } : source, spec, signal),
})
