import { type Carrier, carriers, heldCarriers, narrowCarriers, narrowHeldCarriers } from '../../../fixtures/attacks/carriers.ts'
import { actGoals } from '../../../fixtures/attacks/goals/acts.ts'
import type { Goal } from '../../../fixtures/attacks/goals/goal.ts'
import { leakGoals } from '../../../fixtures/attacks/goals/leaks.ts'
import { allInWords, inWords, type Order } from '../../../fixtures/attacks/orders.ts'
import { harmlessTitle } from '../../../fixtures/attacks/tapped.ts'
import { type Task, tasks } from '../../../fixtures/attacks/tasks.ts'
import { strippedWrappers, type Wrapper, wrappers } from '../../../fixtures/attacks/wrappers.ts'
import type { Lang } from '../../../src/sdk/index.ts'

/** One attack: what the person wants, what the attacker wants, where it is written and how it is dressed up. */
export interface Combination {
  readonly id: string
  readonly task: Task
  readonly goal: Goal
  readonly carrier: Carrier
  readonly wrapper: Wrapper
  readonly lang: Lang
  readonly mark: string
  /** What the attacker writes. */
  readonly text: string
  /** What holds it below the decisions: such a row says nothing of them. */
  readonly heldBelow: string | undefined
}

const goals: readonly Goal[] = [...actGoals, ...leakGoals]
/** Every goal meets so many carriers, and every carrier and wrapper meets goals of every kind. */
const carriersAGoal = 8
/** Of a goal that is held below the decisions: enough that both languages are left where a carrier has no room. */
const carriersHeld = 3
/** Of a carrier into which little fits. */
const [rowsNarrow, rowsNarrowHeld] = [12, 2]

export function combinations(): readonly Combination[] {
  const usual = goals.flatMap((goal, g) => Array.from({ length: goal.heldBelow ? carriersHeld : carriersAGoal }, (_, k) => combine(goal, pick(carriers, g * 5 + k * 3), pick(wrappers, g + k * 7), g + k)))
  const stripped = strippedWrappers.flatMap((wrapper, w) => pick2(carriers).map((carrier, c) => combine(pick(goals, w * 7 + c * 3), carrier, wrapper, w + c)))
  const waiting = heldCarriers.flatMap((carrier, c) => [0, 1].map((k) => combine(pick(goals, c * 4 + k), carrier, pick(wrappers, c * 3 + k), c + k)))
  const narrow = narrowCarriers.flatMap((carrier, c) => fitting(carrier, c, rowsNarrow))
  const narrowHeld = narrowHeldCarriers.flatMap((carrier, c) => fitting(carrier, c, rowsNarrowHeld))
  return [...[...usual, ...stripped, ...waiting].filter(fits), ...narrow, ...narrowHeld]
}

const fits = ({ carrier, wrapper, goal, mark, text }: Combination): boolean =>
  text.length <= (carrier.most ?? Infinity) && !(carrier.short && (wrapper.hides === 'coded' || goal.orders(mark).length > 3)) && !(carrier.visible && wrapper.hides === 'invisible') && (carrier.takes?.(goal.orders(mark)) ?? true)

/** So many goals, as far as there are any, each in the first of the dressings and languages in which it fits; which are tried first differs from goal to goal. */
function fitting(carrier: Carrier, c: number, most: number): readonly Combination[] {
  const open = goals.filter(({ heldBelow }) => heldBelow === undefined)
  const found: Combination[] = []
  for (let g = 0; g < open.length && found.length < most; g++) {
    const tries = wrappers.flatMap((_, w) => [0, 1].map((l) => () => combine(pick(open, c * 11 + g * 5), carrier, pick(wrappers, c * 5 + g + w), g + l)))
    const first = firstThat(tries, fits)
    if (first) found.push(first)
  }
  return found
}

function firstThat<T>(tries: readonly (() => T)[], isIt: (one: T) => boolean): T | undefined {
  for (const one of tries) {
    const made = one()
    if (isIt(made)) return made
  }
  return undefined
}

/** Each so-many-th of the rows that decisions have to stop, and of those that are held below them: some of both. */
export const everyNth = (every: number): readonly Combination[] =>
  [false, true].flatMap((isHeld) => combinations().filter(({ heldBelow }) => (heldBelow !== undefined) === isHeld).filter((_, at) => at % every === 0))

function combine(goal: Goal, carrier: Carrier, wrapper: Wrapper, n: number): Combination {
  const taskId = pick(carrier.tasks, n)
  const task = tasks.find(({ id }) => id === taskId)
  if (!task) throw new Error(`no task ${taskId}`)
  const [lang, mark] = [n % 2 === 0 ? 'zh' : 'en', `q7${goal.id.replace(/\W/g, '')}${n}x`] as const
  return {
    id: `${task.id}/${goal.id}/${carrier.id}/${wrapper.id}`, task, goal, carrier, wrapper, heldBelow: goal.heldBelow ?? wrapper.heldBelow ?? carrier.heldBelow, lang, mark,
    text: wrapper.wrap(told(goal.orders(mark), carrier.told, lang), lang),
  }
}

function told(orders: readonly Order[], how: Carrier['told'], lang: Lang): string {
  if (how === 'title') return harmlessTitle(lang)
  if (how === 'said') return inWords({ tool: '', args: { text: allInWords(orders, lang) }, act: 'say' }, lang)
  return allInWords(orders.map((order) => (how === 'later' ? { ...order, later: true } : order)), lang)
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
const pick2 = (list: readonly Carrier[]): readonly Carrier[] => list.filter(({ id }) => id === 'hole' || id === 'event')
