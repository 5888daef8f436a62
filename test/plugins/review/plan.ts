import { filesOf, widget } from '../scene/documents.ts'

/** A manifest of a small world, from which both a PLUGIN.md and what it may do are made, each in its own way. */
export interface Plan {
  readonly trust: 'official' | 'community'
  readonly scopes: readonly string[]
  readonly websites: readonly string[]
  readonly requires: readonly string[]
  readonly uses: readonly string[]
  readonly disclosure: readonly string[]
  readonly instructions: string
  readonly name: string
  readonly place: Choice
  readonly widget: string
  readonly shortcuts: readonly string[]
  readonly cosmetic: number
  readonly tools: Readonly<Record<string, ToolPlan>>
}

/** An enum of a few letters, with its title. */
export interface Choice { readonly of: readonly string[]; readonly title: string }

export interface ToolPlan {
  readonly description: string
  readonly effect: 'read' | 'write' | 'money' | 'public'
  readonly untrusted: boolean | undefined
  readonly userOnly: boolean
  readonly durable: boolean
  readonly whenTainted: 'ask' | 'pending'
  readonly private: boolean | undefined
  readonly irreversible: boolean | undefined
  readonly confirm: string
  readonly bytes: number | undefined
  readonly closed: boolean
  readonly n: Choice & { readonly optional: boolean }
  readonly k: readonly [number, number]
  readonly s: number
  readonly e: boolean
  readonly requests: readonly RequestPlan[]
}

export const targets = {
  record: { service: 'open', method: 'GET', path: '/record' },
  people: { service: 'open', method: 'GET', path: '/people' },
  item: { service: 'open', method: 'GET', path: '/item/' },
  search: { service: 'open', method: 'POST', path: '/search' },
  enrol: { service: 'open', method: 'GET', path: '/enrol' },
  pay: { service: 'open', method: 'POST', path: '/pay' },
  post: { service: 'open', method: 'POST', path: '/post' },
  own: { service: 'mine', method: 'GET', path: '/own' },
  mine: { service: 'mine', method: 'GET', path: '/record' },
  site: { service: undefined, method: 'GET', path: '/q/' },
  send: { service: undefined, method: 'POST', path: '/q/' },
} as const
export type Target = keyof typeof targets
export const site = 'site.example.org'
/** Those whose last segment is chosen. */
export const hasSegment = (target: Target): boolean => target === 'item' || target === 'site' || target === 'send'
export const hasBody = (target: Target): boolean => targets[target].method === 'POST'

/** What fills a place: a letter, the enum argument, the setting, anything, each alone or behind an x. */
export interface Filling { readonly from: 'literal' | 'input' | 'setting' | 'free'; readonly letter: string; readonly x: boolean }

export interface RequestPlan {
  readonly target: Target
  readonly segment: Filling
  readonly query: Filling | undefined
  readonly body: { readonly kind: 'form' | 'json'; readonly value: Filling } | undefined
  readonly seconds: number | undefined
  readonly safe: boolean
}

const sources = { input: '${{ input.n }}', setting: '${{ settings.place }}', free: '${{ input.s }}' } as const
const written = ({ from, letter, x }: Filling): string => `${x ? 'x' : ''}${from === 'literal' ? letter : sources[from]}`
const words = (text: string) => ({ zh: text, en: text })

/** The document's files. JSON is YAML. */
export function render(plan: Plan): ReadonlyMap<string, Uint8Array> {
  const manifest = {
    plugin: 'sample', version: `1.0.${plan.cosmetic}`, name: words(plan.name), summary: words('sample'), scopes: plan.scopes, websites: plan.websites,
    requires: plan.requires, uses: plan.uses, disclosure: plan.disclosure.map(words), author: `author ${plan.cosmetic}`, license: `L${plan.cosmetic}`,
    homepage: `https://example.org/${plan.cosmetic}`,
    settings: { place: { type: 'string', enum: plan.place.of, default: plan.place.of[0], title: plan.place.title } },
    pages: { today: 'pages/today.json' },
    shortcuts: plan.shortcuts.filter((tool) => Object.hasOwn(plan.tools, tool)).map((tool) => ({ title: words('go'), tool })),
    tools: Object.fromEntries(Object.entries(plan.tools).map(([name, tool]) => [name, renderTool(tool, plan)])),
  }
  return filesOf({ 'PLUGIN.md': `---\n${JSON.stringify(manifest)}\n---\n${plan.instructions}\n`, 'pages/today.json': widget(undefined, plan.widget) })
}

function renderTool(tool: ToolPlan, { trust }: Plan) {
  const { description, effect, userOnly, durable, whenTainted } = tool
  return {
    description: words(description), effect, userOnly, durable, whenTainted, ...given('untrusted', tool.untrusted), ...given('private', tool.private),
    ...given('irreversible', tool.irreversible), confirm: words(tool.confirm), ...(tool.bytes === undefined ? {} : { returns: { bytes: tool.bytes } }),
    input: {
      type: 'object',
      properties: {
        n: { type: 'string', enum: tool.n.of, title: tool.n.title }, k: { type: 'integer', minimum: tool.k[0], maximum: tool.k[1] }, s: { type: 'string', maxLength: tool.s },
        ...(tool.e ? { e: { type: 'boolean' } } : {}),
      },
      required: tool.n.optional ? ['k', 's'] : ['n', 'k', 's'],
    },
    output: tool.closed ? { type: 'string', enum: ['done'] } : { type: 'string' },
    steps: [...tool.requests.map((request) => ({ request: renderRequest(request, trust === 'official') })), { return: 'done' }],
  }
}

function renderRequest(request: RequestPlan, official: boolean) {
  const { service, method, path } = targets[request.target]
  const whole = path + (hasSegment(request.target) ? written(request.segment) : '')
  const to = service === undefined ? { url: `https://${site}${whole}` } : { service, path: whole }
  const body = hasBody(request.target) ? request.body : undefined
  return {
    ...to, method, ...(request.query ? { query: { q: written(request.query) } } : {}), ...(body ? { [body.kind]: { y: written(body.value) } } : {}),
    ...given('timeout', request.seconds), ...(isSafe(request, official) ? { safe: true } : {}),
  }
}

export const isSafe = ({ target, safe }: RequestPlan, official: boolean): boolean => safe && official && target === 'send'

const given = (key: string, value: boolean | number | undefined) => (value === undefined ? {} : { [key]: value })
