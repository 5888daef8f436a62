import type { Json } from '../../../src/rules/json.ts'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { functionTable, isFunctionName } from '../../../src/plugins/document/expression/functions/function-table.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { binaryOps, logicalOps } from '../../../src/plugins/document/expression/node.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'
import type { Random } from '../../attack/fuzz/random.ts'
import { functionResults } from '../../plugins/document/function-results.ts'
import { mutate } from '../mutate.ts'
import { type Target, Wrong } from '../target.ts'
import { anyJson, expectJson } from './any-json.ts'
import { valueOf } from './ends.ts'

const names = ['a', 'b', 'c', 'd']
const patterns = ['[0-9]+', '(?<k>\\\\p{Han}+)', '^(a|b)*$', 'x{0,20}', '(a+)+$', '']
const words = [...Object.keys(functionTable), ...binaryOps, ...logicalOps, 'a', 'b.id', "c['课']", 'd[0]', "'text'", '1', '-1', '2.5', 'null', 'true', '(', ')', ',', '? 1 : 2', '!', '.', '[', ']', '?.', 'this', '`', '=>', '...', ' in ']

/** An expression by its grammar: what is made so is nearly always read, so that what runs it is met. */
function sentence(random: Random, depth: number): string {
  const part = () => sentence(random, depth - 1)
  if (depth === 0) return random.pick(['null', 'true', '0', '1', '3', '-2', '2.5', "'id'", "'a,b'", "'2026-06-30'", "'YYYY-MM-DD HH:mm'", ...names, 'b.id', "c['课']", 'd[0]'])
  switch (random.int(8)) {
    case 0: return `(${part()} ${random.pick([...binaryOps, ...logicalOps])} ${part()})`
    case 1: return `(${part()} ? ${part()} : ${part()})`
    case 2: return `[${Array.from({ length: random.int(4) }, part).join(', ')}]`
    case 3: return `${random.pick(['!', '-'])}${part()}`
    case 4: return `(${part()})[${part()}]`
    default: return called(random, part)
  }
}

function called(random: Random, part: () => string): string {
  const name = random.pick(Object.keys(functionTable).filter(isFunctionName))
  const { arity: [least, most], pattern } = functionTable[name]
  const args = Array.from({ length: least + random.int(Math.min(most, least + 2) - least + 1) }, (_, index) => (index === pattern ? `'${random.pick(patterns)}'` : part()))
  return `${name}(${args.join(', ')})`
}

/** Expressions over any values: each gives JSON, of the kind that its function promises, or is a document's fault. */
export const expressions: Target = {
  name: 'expression',
  run(random) {
    const source = random.chance(60) ? sentence(random, 1 + random.int(4)) : mutate(sentence(random, 2), words, random)
    const values = new Map<string, Json>(names.map((name) => [name, anyJson(random)]))
    const tree = valueOf(() => parseExpression(source))
    if (!tree) return false
    const value = valueOf(() => evaluate(tree, { lookup: (name) => values.get(name), meter: createMeter(), now: () => 1_780_000_000_000, step: 's' }))
    if (value === undefined) return false
    expectJson(value)
    if (tree.kind === 'call' && !functionResults[tree.name](value)) throw new Wrong(`${tree.name} gave ${JSON.stringify(value).slice(0, 200)} for ${source.slice(0, 200)}`)
    return true
  },
}
