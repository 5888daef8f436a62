import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Find, hunt } from '../../journeys/secret-hunt.ts'
import type { RunResult } from '../suite/run-combination.ts'

/** Looks for every secret in what the model was sent, what a screen showed, what third parties got and what stands in files. */
export const secretsFound = ({ ends, requests, screen }: Pick<RunResult, 'ends' | 'requests' | 'screen'>, folder: string, secrets: ReadonlyMap<string, string>): readonly Find[] =>
  hunt(new Map([
    ...requests.map((text, at) => [`model request ${at}`, Buffer.from(text)] as const), ['screen', Buffer.from(screen)],
    ['third parties', Buffer.from([...ends.outside, ...ends.bridge].map(({ text }) => text).join('\n'))],
    ...readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).map((path) => [`file ${relative(folder, path)}`, readFileSync(path)] as const),
  ]), secrets)
