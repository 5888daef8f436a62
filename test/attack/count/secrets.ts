import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spellings } from '../../journeys/secret-hunt.ts'
import type { RunResult } from '../suite/run-combination.ts'

/** Where a secret was found that only the keystore and the campus may hold. */
export interface SecretFind { readonly secret: string; readonly sink: string }

/** Looks for every secret, in every usual spelling, in what the model was sent, what a screen showed, what third parties got and what stands in files. */
export function secretsFound({ ends, requests, screen }: Pick<RunResult, 'ends' | 'requests' | 'screen'>, folder: string, secrets: ReadonlyMap<string, string>): readonly SecretFind[] {
  const sinks: readonly (readonly [string, string | Buffer])[] = [
    ...requests.map((text, at) => [`model request ${at}`, text] as const), ['screen', screen],
    ['third parties', [...ends.outside.map(({ text }) => text), ...ends.bridge.map(({ text }) => text)].join('\n')],
    ...readdirSync(folder).map((name) => [`file ${name}`, readFileSync(join(folder, name))] as const),
  ]
  return sinks.flatMap(([sink, text]) => [...secrets].filter(([, value]) => spellings(value).some(([, spelt]) => text.includes(spelt))).map(([secret]) => ({ secret, sink })))
}
