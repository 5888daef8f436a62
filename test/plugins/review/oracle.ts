import { hasBody, hasSegment, isSafe, type Filling, type Plan, type RequestPlan, site, targets, type ToolPlan } from './plan.ts'

/**
 * What a plan may do, by counting it out: every concrete request, argument and promise it could make in a small world.
 * Shares nothing with the lattice: a version is wider when it can do one thing that the other cannot.
 */
export interface Powers {
  readonly can: ReadonlySet<string>
  readonly tools: Readonly<Record<string, Guards>>
}

/** How each thing that makes the host ask came to be, by tool. */
interface Guards {
  readonly effect: string
  readonly impliedEffect: string
  readonly flags: Readonly<Record<'untrusted' | 'private' | 'irreversible', { readonly on: boolean; readonly implied: boolean }>>
}

export function isWider(after: Powers, before: Powers): boolean {
  return [...after.can].some((power) => !before.can.has(power))
    || Object.entries(after.tools).some(([name, tool]) => { const old = before.tools[name]; return old !== undefined && loosens(tool, old) })
}

const ranks = ['read', 'write', 'money', 'public']
function loosens(after: Guards, before: Guards): boolean {
  // What only the author had said stronger than the requests say, and no longer says.
  if (ranks.indexOf(after.effect) < ranks.indexOf(before.effect) && before.effect !== before.impliedEffect) return true
  return (['untrusted', 'private', 'irreversible'] as const).some((name) => {
    const [old, now] = [before.flags[name], after.flags[name]]
    return old.on && !now.on && !(old.implied && !now.implied)
  })
}

export function powersOf(plan: Plan): Powers {
  const community = plan.trust === 'community'
  const can: string[] = [
    `trust ${plan.trust}`, ...tagged('scope', plan.scopes), ...tagged('website', plan.websites), ...tagged('needs', plan.requires), ...tagged('uses', plan.uses),
    ...tagged('line', plan.disclosure), ...tagged('setting', plan.place.of),
  ]
  if (community) {
    can.push(`instructions ${plan.instructions}`, `name ${plan.name}`, `widget ${plan.widget}`, `setting title ${plan.place.title}`, `setting default ${plan.place.of[0]}`)
    can.push(...tagged('shortcut', plan.shortcuts.filter((name) => Object.hasOwn(plan.tools, name))))
  }
  const tools = Object.entries(plan.tools).map(([name, tool]) => {
    can.push(...toolPowers(tool, plan).map((power) => `${name}: ${power}`))
    return [name, guardsOf(tool, plan)] as const
  })
  return { can: new Set(can), tools: Object.fromEntries(tools) }
}

const tagged = (what: string, names: readonly string[]): string[] => names.map((name) => `${what} ${name}`)

function toolPowers(tool: ToolPlan, plan: Plan): string[] {
  const community = plan.trust === 'community'
  const { effect } = guardsOf(tool, plan)
  const sends = tool.requests.length > 0 || effect !== 'read'
  return [
    'is there',
    ...effectPowers(effect),
    ...(tool.userOnly ? [] : ['agent may call']), ...(tool.durable ? ['durable'] : []), ...(tool.whenTainted === 'pending' ? ['pending'] : []),
    ...(tool.closed ? [] : ['prose in results']), ...[1024, 4096, 65536].filter((size) => size <= (tool.bytes ?? 65536)).map((size) => `bytes ${size}`),
    ...(community ? [`told ${tool.description}`, `card ${tool.confirm}`, `title ${tool.n.title}`] : []),
    ...(sends || community ? argumentsOf(tool).map((args) => `args ${args}`) : []),
    ...tool.requests.flatMap((request) => concrete(request, tool, plan)),
  ]
}

/** Whoever may spend or publish may change, whoever may change may read; neither of the first covers the other. */
const effectPowers = (effect: string): string[] =>
  ['read', ...(effect === 'read' ? [] : ['write']), ...(effect === 'money' ? ['money'] : []), ...(effect === 'public' ? ['public'] : [])].map((power) => `effect ${power}`)

function argumentsOf({ n, k, s, e }: ToolPlan): string[] {
  const ns = [...n.of, ...(n.optional ? ['absent'] : [])]
  const ks = [0, 1, 2, 3, 4].filter((value) => value >= k[0] && value <= k[1])
  const ss = [0, 1, 2, 3].filter((length) => length <= s)
  return ns.flatMap((one) => ks.flatMap((two) => ss.flatMap((three) => (e ? ['', ' e'] : ['']).map((four) => `${one} ${two} ${three}${four}`))))
}

/** Every text of the small world; `d` and `xd` are in no enum and no literal. */
const texts = ['a', 'b', 'c', 'd', 'x', 'xa', 'xb', 'xc', 'xd', 'xx']

function concrete(request: RequestPlan, tool: ToolPlan, plan: Plan): string[] {
  const { service, method, path } = targets[request.target]
  const paths = hasSegment(request.target) ? texts.filter((text) => pattern(request.segment, tool, plan, 'path').test(text)).map((text) => path + text) : [path]
  const queries = request.query ? values(request.query, tool, plan, 'absent') : ['absent']
  const bodies = hasBody(request.target) && request.body
    ? values(request.body.value, tool, plan, request.body.kind === 'form' ? 'absent' : 'null').map((value) => `${request.body?.kind} ${value}`) : ['none']
  const seconds = [5, 20].filter((each) => each <= (request.seconds ?? 20))
  const place = `${service ?? site} ${method}${isSafe(request, plan.trust === 'official') ? ' safe' : ''}`
  return paths.flatMap((one) => queries.flatMap((two) => bodies.flatMap((three) => seconds.map((each) => `${place} ${one} q=${two} ${three} ${each}s`))))
}

/** What a value of a query or a body can be: anything may be nothing as well, and an argument that may be left out may be. */
function values(filling: Filling, tool: ToolPlan, plan: Plan, nothing: 'absent' | 'null'): string[] {
  const found = texts.filter((text) => pattern(filling, tool, plan, 'text').test(text))
  if (filling.x) return found
  if (filling.from === 'free') return [...found, nothing, 'a whole object']
  return filling.from === 'input' && tool.n.optional ? [...found, nothing] : found
}

function pattern({ from, letter, x }: Filling, tool: ToolPlan, plan: Plan, place: 'path' | 'text'): RegExp {
  const optional = from === 'input' && tool.n.optional && place === 'text' && x ? '?' : ''
  const inside = { literal: letter, free: place === 'path' ? '[^/]+' : '.*', input: `(?:${tool.n.of.join('|')})${optional}`, setting: `(?:${plan.place.of.join('|')})` }[from]
  return new RegExp(`^${x ? 'x' : ''}${inside}$`)
}

function guardsOf(tool: ToolPlan, plan: Plan): Guards {
  const official = plan.trust === 'official'
  const asked = tool.requests.map(({ target }) => target)
  const has = (...names: string[]): boolean => asked.some((target) => names.includes(target))
  const writes = has('enrol') || tool.requests.some((request) => request.target === 'send' && !isSafe(request, official))
  const impliedEffect = has('post') ? 'public' : has('pay') ? 'money' : writes ? 'write' : 'read'
  const effect = ranks[Math.max(ranks.indexOf(impliedEffect), ranks.indexOf(tool.effect))] ?? 'public'
  const untrusted = !official || (has('people', 'post', 'site', 'send') && !tool.closed)
  const irreversible = effect !== 'read' && writes
  // Only an official document may say that a signed-in service's answers are not private.
  const signedIn = has('mine') && !(official && tool.private === false)
  return {
    effect, impliedEffect,
    flags: {
      untrusted: { implied: untrusted, on: untrusted || tool.untrusted === true },
      private: { implied: has('own', 'mine'), on: has('own') || signedIn || tool.private === true },
      irreversible: { implied: irreversible, on: irreversible || tool.irreversible === true },
    },
  }
}
