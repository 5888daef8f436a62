import { isOwnReferer, overridesMethod } from '../../../host/campus/request/check-request.ts'
import { isMap } from '../../../rules/json.ts'
import type { Template } from '../expression/template.ts'
import type { Place } from '../manifest/place.ts'
import type { RequestStep } from '../steps/step.ts'

/**
 * What the host would refuse of a campus request is refused already here, as far as its author wrote it out: a Referer of
 * another host, a field whose name some frameworks take for the method. Throws `DOC_FIELD_INVALID`. What only a value can spoil is refused by the host when it is sent.
 */
export function checkShape({ headers, query, form, json, multipart }: RequestStep, hosts: readonly string[], place: Place): void {
  for (const [name, template] of headers) {
    const at = place.child('headers').child(name)
    if (name === 'referer' && !isRefererOf(template, hosts)) throw at.error('DOC_FIELD_INVALID', { expected: hosts.map((host) => `https://${host}/…`).join(' | ') })
  }
  for (const [part, names] of [['query', query.map(([name]) => name)], ['form', form?.map(([name]) => name) ?? []], ['json', json ? keysOf(json) : []], ['multipart', multipart?.map(({ name }) => name) ?? []]] as const) {
    const name = names.find(overridesMethod)
    if (name !== undefined) throw place.child(part).child(name).error('DOC_FIELD_INVALID', { expected: 'method:' })
  }
}

/** The host stands in the text itself, so that no value can choose it. */
function isRefererOf(template: Template, hosts: readonly string[]): boolean {
  if (template.kind === 'fixed') return isOwnReferer(String(template.value), hosts)
  const first = template.kind === 'text' ? template.parts[0] : undefined
  return typeof first === 'string' && isOwnReferer(first, hosts) && first.lastIndexOf('/') >= 'https://x'.length
}

function keysOf(json: Template): readonly string[] {
  if (json.kind === 'map') return json.entries.map(([name]) => name)
  return json.kind === 'fixed' && isMap(json.value) ? Object.keys(json.value) : []
}
