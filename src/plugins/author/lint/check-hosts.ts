import { isObject } from '../../../rules/json.ts'
import type { Finding } from './finding.ts'
import type { Parts } from './part.ts'
import { rawSteps } from './raw-steps.ts'

/** Websites that are no exact https host, and requests that are not over https. */
export function checkHosts({ manifest, tools }: Parts): readonly Finding[] {
  const websites: readonly unknown[] = isObject(manifest.value) && Array.isArray(manifest.value['websites']) ? manifest.value['websites'] : []
  return [
    ...websites.flatMap((value, index) => {
      if (typeof value !== 'string' || !/[*/:]/.test(value)) return []
      const exact = /^https:\/\/([a-z0-9.-]+)\/?$/.exec(value)?.[1]
      const keys = ['websites', index]
      return [manifest.finding('LINT_HOST_FORM', keys, { value: value.slice(0, 80) }, exact === undefined ? undefined : manifest.replace(keys, exact))]
    }),
    ...tools.flatMap((tool) => rawSteps(tool).flatMap(({ keys, kind, body }) => {
      const url = kind === 'request' && isObject(body) ? body['url'] : undefined
      const isWide = typeof url === 'string' && (/^http:/i.test(url) || /^https:\/\/[^/]*\*/.test(url))
      return isWide ? [tool.part.finding('LINT_HOST_FORM', [...keys, 'request', 'url'], { value: url.slice(0, 80) })] : []
    })),
  ]
}
