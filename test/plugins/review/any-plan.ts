import { type Arbitrary, array, boolean, constant, constantFrom, nat, oneof, option, record, subarray, tuple } from 'fast-check'
import { type Choice, type Filling, type Plan, type RequestPlan, site, type Target, targets, type ToolPlan } from './plan.ts'

const subset = <T>(of: readonly T[]): Arbitrary<T[]> => subarray([...of])
const some = <T>(of: readonly T[]): Arbitrary<T[]> => subarray([...of], { minLength: 1 })
const maybe = option(boolean(), { nil: undefined })
const either = constantFrom('one', 'two')

const filling: Arbitrary<Filling> = record({ from: constantFrom('literal', 'input', 'setting', 'free'), letter: constantFrom('a', 'b', 'x'), x: boolean() })
const choice: Arbitrary<Choice> = record({ of: some(['a', 'b', 'c']), title: either })

const anyRequest: Arbitrary<RequestPlan> = record({
  target: constantFrom(...(Object.keys(targets) as Target[]), 'send', 'item'), segment: filling, query: option(filling, { nil: undefined }),
  body: option(record({ kind: constantFrom('form', 'json'), value: filling }), { nil: undefined }), seconds: option(constant(5), { nil: undefined }), safe: boolean(),
})

/** Money and public of one tool are refused when it is read, so one of them is left out. */
const anyRequests = tuple(array(anyRequest, { maxLength: 3 }), constantFrom<Target>('pay', 'post')).map(([requests, out]) => requests.filter(({ target }) => target !== out))

const toolParts: { readonly [K in keyof ToolPlan]: Arbitrary<ToolPlan[K]> } = {
  description: either, effect: constantFrom('read', 'read', 'read', 'write', 'money', 'public'), untrusted: maybe, userOnly: boolean(), durable: boolean(),
  whenTainted: constantFrom('ask', 'pending'), private: maybe, irreversible: maybe, confirm: either, bytes: constantFrom(undefined, 1024, 4096), closed: boolean(),
  n: tuple(choice, boolean()).map(([own, optional]) => ({ ...own, optional })), k: tuple(nat(2), nat(2)).map(([low, more]) => [low, low + more] as const),
  s: constantFrom(1, 3), e: boolean(), requests: anyRequests,
}
const anyTool: Arbitrary<ToolPlan> = record(toolParts)

const planParts: { readonly [K in Exclude<keyof Plan, 'trust' | 'tools'>]: Arbitrary<Plan[K]> } = {
  scopes: constant(['open', 'mine']), websites: subset(['other.example.org']).map((more) => [site, ...more]), requires: subset(['camera.scan', 'notify']),
  uses: subset(['agenda.add', 'todo.add']), disclosure: subset(['grades go to the site', 'names go to the site']), instructions: either, name: either, place: choice,
  widget: either, shortcuts: subset(['t', 'u']), cosmetic: nat(3),
}
const anyPlan: Arbitrary<Plan> = record({ ...planParts, trust: constantFrom('official', 'community'), tools: record({ t: anyTool }) })

/** A change of one field of a plan, of one of a tool's, or of one request: to another value, or less of it, or more. */
const anyEdit: Arbitrary<(plan: Plan) => Plan> = oneof(
  { weight: 4, arbitrary: oneof(...partsOf(planParts)).map((part) => (plan: Plan): Plan => ({ ...plan, ...part })) },
  { weight: 4, arbitrary: oneof(...partsOf(toolParts)).map((part) => (plan: Plan): Plan => inTool(plan, (tool) => ({ ...tool, ...part }))) },
  { weight: 2, arbitrary: nat(2).map((at) => (plan: Plan): Plan => inTool(plan, (tool) => ({ ...tool, requests: tool.requests.filter((_, index) => index !== at) }))) },
  { weight: 3, arbitrary: tuple(nat(2), oneof(filling.map((segment) => ({ segment })), filling.map((query) => ({ query })), constant({ query: undefined }), constant({ query: undefined }), constant({ seconds: 5 }), boolean().map((safe) => ({ safe }))))
    .map(([at, part]) => (plan: Plan): Plan => inTool(plan, (tool) => ({ ...tool, requests: tool.requests.map((request, index) => (index === at ? { ...request, ...part } : request)) }))) },
  { weight: 1, arbitrary: anyTool.map((u) => (plan: Plan): Plan => ({ ...plan, tools: { ...plan.tools, u } })) },
  { weight: 1, arbitrary: constant((plan: Plan): Plan => ({ ...plan, tools: Object.fromEntries(Object.entries(plan.tools).filter(([name]) => name === 't')) })) },
)

function partsOf<T extends object>(parts: { readonly [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<Partial<T>>[] {
  return (Object.keys(parts) as (keyof T)[]).map(<K extends keyof T>(key: K) => parts[key].map((value): Partial<T> => { const made: Partial<T> = {}; made[key] = value; return made }))
}

const inTool = (plan: Plan, edit: (tool: ToolPlan) => ToolPlan): Plan =>
  ({ ...plan, tools: Object.fromEntries(Object.entries(plan.tools).map(([name, tool]) => [name, name === 't' ? edit(tool) : tool])) })

/** A plan and its relatives: each an edit or two away from one before it, so that many pairs are a narrowing or a widening of little. */
export const anyFamily = (size: number): Arbitrary<readonly Plan[]> =>
  tuple(anyPlan, array(tuple(nat(size), array(anyEdit, { minLength: 1, maxLength: 2 })), { minLength: size - 1, maxLength: size - 1 })).map(([first, edits]) => {
    const plans = [first]
    for (const [from, changes] of edits) plans.push(changes.reduce((plan, edit) => edit(plan), plans[from % plans.length] ?? first))
    return plans.map((plan) => ({ ...plan, tools: Object.fromEntries(Object.entries(plan.tools).map(([name, tool]) => [name, withoutClash(tool)])) }))
  })

/** Neither of money and public covers the other, and a tool of both is refused when it is read. */
function withoutClash(tool: ToolPlan): ToolPlan {
  const clash = tool.effect === 'money' ? 'post' : tool.effect === 'public' ? 'pay' : undefined
  return tool.requests.some(({ target }) => target === clash) ? { ...tool, effect: 'read' } : tool
}
