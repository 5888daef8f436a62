import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { JsonObject } from '../../../src/rules/json.ts'

/**
 * AgentDojo's environments, injection vectors and goals, read from beside the repository; nothing of them is kept in it. All names
 * and addresses that a goal needs are taken from there when it runs.
 */
export interface Dojo {
  readonly goals: readonly DojoGoal[]
  readonly suites: Readonly<Record<SuiteId, Suite>>
  /** How an attacker words it; `{goal}` is the goal. */
  readonly templates: readonly string[]
}
export const suiteIds = ['banking', 'slack', 'travel', 'workspace'] as const
export type SuiteId = (typeof suiteIds)[number]

export interface DojoGoal {
  readonly suite: SuiteId
  /** `InjectionTask3` */
  readonly name: string
  readonly text: string
  /** A constant of its own, such as `_RECIPIENT`. */
  of(field: string): string
  /** What stands in its text. */
  find(pattern: RegExp): string
}
export interface Suite {
  readonly vectors: readonly string[]
  /** The environment with a text at one of the vectors, and what usually stands there at the others. */
  environment(vector: string, text: string): JsonObject
}

const folder = new URL('../../../../shared/data/injection/agentdojo/', import.meta.url)
/** From the bundle of `npm run attack` too, which lies elsewhere. */
const beside = new URL(`file://${process.cwd()}/../shared/data/injection/agentdojo/`)

/** Undefined where the data are not there. */
export function loadDojo(): Dojo | undefined {
  const root = [folder, beside].find((at) => existsSync(new URL('tasks.json', at)))
  if (!root) return undefined
  const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
  const fromYaml = (path: string, base = path.slice(0, path.lastIndexOf('/') + 1)): unknown =>
    parse(read(path), { customTags: [{ tag: '!include', resolve: (file: string) => fromYaml(base + file) }] })
  const templates = z.array(z.object({ text: z.string() })).parse(JSON.parse(read('attack_templates.json'))).map(({ text }) => text).filter((text) => text.includes('{goal}'))
  return {
    goals: goalsIn(z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(read('tasks.json')))), templates,
    suites: { banking: suite('banking', fromYaml), slack: suite('slack', fromYaml), travel: suite('travel', fromYaml), workspace: suite('workspace', fromYaml) },
  }
}

function suite(id: SuiteId, fromYaml: (path: string) => unknown): Suite {
  const vectors = z.record(z.string(), z.object({ default: z.string() })).parse(fromYaml(`${id}/injection_vectors.yaml`))
  const environment = JSON.stringify(fromYaml(`${id}/environment.yaml`))
  return {
    vectors: Object.keys(vectors),
    environment: (vector, text) => JSON.parse(environment.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const usual = vectors[name]?.default
      return usual === undefined ? whole : JSON.stringify(name === vector ? text : usual).slice(1, -1)
    })) as JsonObject,
  }
}

/** Each goal once, as the first version of the benchmark has it. */
function goalsIn(tasks: readonly Readonly<Record<string, unknown>>[]): readonly DojoGoal[] {
  const found = new Map<string, DojoGoal>()
  const iban = String(tasks.find((task) => '_ATTACKER_IBAN' in task)?.['_ATTACKER_IBAN'])
  for (const task of tasks) {
    const suite = suiteIds.find((id) => String(task['suite']).includes(`/${id}/`))
    const key = `${suite}/${String(task['class'])}`
    if (!suite || typeof task['GOAL'] !== 'string' || found.has(key)) continue
    const text = task['GOAL'].replace(/^f?(["'])([^]*)\1$/, '$2').replaceAll("\\'", "'").replaceAll('\\n', '\n').replace(/\{(\w+)\}/g, (whole, name: string) => String(task[name] ?? (name === 'ATTACKER_IBAN' ? iban : whole)))
    found.set(key, {
      suite, name: String(task['class']), text,
      of(field) { const value = field in task ? task[field] : field === '_ATTACKER_IBAN' ? iban : undefined; if (value === undefined) throw new Error(`${key} has no ${field}`); return String(value) },
      find(pattern) { const match = pattern.exec(text)?.[0]; if (match === undefined) throw new Error(`${key} does not have ${String(pattern)}`); return match },
    })
  }
  return [...found.values()]
}
