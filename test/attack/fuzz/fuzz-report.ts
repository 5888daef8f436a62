import type { Principal } from '../../../src/rules/call.ts'
import type { Report } from '../suite/figures.ts'
import { type FuzzHouse, openFuzzHouse } from './fuzz-house.ts'
import { type Random, seeded } from './random.ts'
import { runSequence, type Sequence } from './run-sequences.ts'
import { type InputKind, outsideText, privateValue, randomSet, smallSet } from './tool-set.ts'

const principals: readonly Principal[] = ['agent', 'script', 'schedule', 'bridge', 'plugin:club', 'user']
const sayings = ['', '看看树洞', '记住我的导师是陈老师', '帮我在待办里加上 买打印纸', 'look up 42 and library please'] as const

/** All the sequences up to a depth over a small set of tools, and so many random ones over random tools. */
export async function fuzzReport({ seed = Math.floor(Math.random() * 2 ** 31), runs = 100_000, depth = 3 }: { readonly seed?: number | undefined; readonly runs?: number | undefined; readonly depth?: number | undefined }): Promise<Report> {
  const began = performance.now()
  const total = { sequences: 0, ran: 0, refused: 0, cards: 0 }
  const found: string[] = []
  let bad = 0
  const run = async (house: FuzzHouse, sequence: Sequence, name: string): Promise<void> => {
    const outcome = await runSequence(house, sequence)
    total.sequences++
    total.ran += outcome.ran
    total.refused += outcome.refused
    total.cards += outcome.cards
    if (outcome.wrongs.length > 0) {
      bad++
      if (found.length < 20) found.push(`${name}: ${outcome.wrongs.map(({ wrong, at }) => `${wrong}: ${at}`).join('; ')} in ${JSON.stringify(sequence)}`)
    }
  }
  await everySequence(depth, run)
  const exhaustive = { ...total, bad }
  await randomSequences(seed, runs, run)
  return {
    suite: `The fuzzing model: every sequence to depth ${depth} over eleven tools, and ${runs} random ones over random tools (seed ${seed})`,
    figures: [
      { name: 'exhaustive sequences in which something was wrong', count: exhaustive.bad, of: exhaustive.sequences, wanted: 'none', found },
      { name: 'random sequences in which something was wrong', count: bad - exhaustive.bad, of: total.sequences - exhaustive.sequences, wanted: 'none', found },
    ],
    notes: [`calls that ran: ${total.ran}, that were refused: ${total.refused}; cards shown: ${total.cards}`, `again: npm run attack -- --seed ${seed} --runs ${runs}`],
    seconds: (performance.now() - began) / 1000,
  }
}

type Run = (house: FuzzHouse, sequence: Sequence, name: string) => Promise<void>

async function everySequence(depth: number, run: Run): Promise<void> {
  using house = openFuzzHouse(smallSet)
  const letters = house.set.tools.map(({ tool, input }) => ({ tool: tool.facts.id, args: usual(input) }))
  const grow = (length: number): Sequence['calls'][] => (length === 0 ? [[]] : grow(length - 1).flatMap((calls) => letters.map((letter) => [...calls, letter])))
  for (let length = 1; length <= depth; length++) {
    for (const calls of grow(length)) {
      for (const principal of principals) await run(house, { principal, words: principal === 'agent' ? sayings[2] : sayings[1], person: 'none', calls }, `depth ${length}`)
    }
  }
}

/** The worst that a tool can be asked to carry. */
function usual(input: InputKind): unknown {
  switch (input) {
    case 'text': return { text: privateValue }
    case 'figure': return { figure: '4' }
    case 'flags': return { a: true }
  }
}

/** A house lasts for so many sequences; then there are other tools. */
const aHouse = 2_000

async function randomSequences(seed: number, runs: number, run: Run): Promise<void> {
  const random = seeded(seed)
  for (let done = 0; done < runs; done += aHouse) {
    const size = random.pick([6, 12, 30])
    using house = openFuzzHouse((arrived) => randomSet(random, size, arrived))
    for (let at = 0; at < Math.min(aHouse, runs - done); at++) await run(house, randomSequence(random, house), `random ${done + at}`)
  }
}

/** Any calls of any of the house's tools, by anybody. */
export function randomSequence(random: Random, { set }: FuzzHouse): Sequence {
  const person = random.pick(['none', 'no', 'yes'] as const)
  return {
    principal: random.pick(['agent', 'agent', 'agent', ...principals]), words: random.pick(sayings), person,
    calls: Array.from({ length: 1 + random.int(4) }, () => {
      const { tool, input } = random.pick(set.tools)
      return { tool: random.chance(2) ? `${tool.facts.id}x` : tool.facts.id, args: random.chance(6) ? random.pick(garbage) : randomArgs(random, input) }
    }),
  }
}

function randomArgs(random: Random, input: InputKind): unknown {
  switch (input) {
    case 'text': return { text: random.pick([privateValue, privateValue.slice(0, 4), privateValue.slice(2, 6), `x${privateValue}y`, outsideText, '陈老师', '买打印纸', 'library', '42', 'ok', '']) }
    case 'figure': return { figure: random.pick([...privateValue]) }
    case 'flags': return random.chance(50) ? { a: random.chance(50) } : { a: random.chance(50), n: random.int(16) }
  }
}

const garbage: readonly unknown[] = [null, 'text', 7, [], {}, { text: 1 }, { text: 'x', more: true }, { a: 'yes' }, { figure: '12' }, JSON.parse('{"__proto__":{"text":"x"},"text":"y"}'), { text: 'x'.repeat(1000) }, { toString: 1 }]
