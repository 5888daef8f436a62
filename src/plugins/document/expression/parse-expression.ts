import jsep from 'jsep'
import { HarnessError } from '../../../rules/errors/index.ts'
import { compileLinear } from '../regex/linear-regex.ts'
import { functionTable, isFunctionName } from './functions/function-table.ts'
import { type BinaryOp, binaryOps, type LogicalOp, logicalOps, type Node } from './node.ts'

/** Longest expression, in UTF-16 units, and deepest tree: far over any honest one, far under the stack. */
const longest = 2_000
const deepest = 64

// The grammar is jsep's less what the language does not have. jsep keeps it in module state; nothing else here uses jsep.
for (const op of ['|', '^', '&', '===', '!==', '<<', '>>', '>>>', '**']) jsep.removeBinaryOp(op)
jsep.addBinaryOp('in', 7)
for (const op of ['~', '+']) jsep.removeUnaryOp(op)

/**
 * Reads one expression, without its `${{ }}`. Throws `DOC_EXPRESSION_INVALID` with what is wrong, `DOC_FUNCTION_UNKNOWN`
 * for a function that is not in the closed list, or `DOC_PATTERN_INVALID`.
 */
export function parseExpression(source: string): Node {
  if (source.length > longest) throw invalid(source, `> ${longest}`)
  let tree: jsep.Expression
  try {
    tree = jsep(source)
  } catch (cause) {
    // jsep throws an Error with its index, or overflows the stack on thousands of brackets; both are the author's fault.
    throw invalid(source, cause instanceof RangeError ? `> ${deepest} ( [` : cause instanceof Error ? cause.message : '', cause)
  }
  return toNode(tree, source, 0)
}

function toNode(tree: jsep.Expression, source: string, depth: number): Node {
  if (depth > deepest) throw invalid(source, `> ${deepest} ( [`)
  const sub = (part: unknown): Node => {
    if (!isExpression(part)) throw invalid(source, '?')
    return toNode(part, source, depth + 1)
  }
  switch (tree.type) {
    case 'Literal': return { kind: 'literal', value: literal(tree.value, source) }
    case 'Identifier': return { kind: 'name', name: String(tree.name) }
    case 'ArrayExpression': return { kind: 'list', items: list(tree.elements).map(sub) }
    case 'MemberExpression': return { kind: 'member', of: sub(tree.object), key: tree.computed ? sub(tree.property) : propertyName(tree.property, source) }
    case 'ConditionalExpression': return { kind: 'choice', test: sub(tree.test), yes: sub(tree.consequent), no: sub(tree.alternate) }
    case 'UnaryExpression': {
      const op = tree.operator
      if (op === '-' || op === '!') return { kind: 'unary', op, of: sub(tree.argument) }
      throw invalid(source, String(op))
    }
    case 'BinaryExpression': {
      const { operator: op } = tree
      if (isLogical(op)) return { kind: 'logical', op, left: sub(tree.left), right: sub(tree.right) }
      if (isBinary(op)) return { kind: 'binary', op, left: sub(tree.left), right: sub(tree.right) }
      throw invalid(source, String(op))
    }
    case 'CallExpression': return call(tree, source, sub)
    // Compound (`a b`, `a; b`, nothing at all), Sequence and `this` are not in the language.
    default: throw invalid(source, tree.type === 'Compound' ? (source.trim() ? 'a b' : '∅') : String(tree.type))
  }
}

function call(tree: jsep.Expression, source: string, sub: (part: unknown) => Node): Node {
  const { callee } = tree
  const name = isExpression(callee) && callee.type === 'Identifier' ? String(callee.name) : ''
  if (!isFunctionName(name)) throw new HarnessError('DOC_FUNCTION_UNKNOWN', { name: name || source.slice(0, 40), allowed: Object.keys(functionTable).join(' ') })
  const spec = functionTable[name]
  const args = list(tree.arguments).map(sub)
  if (args.length < spec.arity[0] || args.length > spec.arity[1]) throw invalid(source, `${name}: ${spec.arity.join('–')} args`)
  if (spec.pattern === undefined) return { kind: 'call', name, args, regex: undefined }
  // A pattern is the author's own text: a literal, so that it is checked here and no page can bring one.
  const pattern = args[spec.pattern]
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') throw invalid(source, `${name}: 'pattern'`)
  return { kind: 'call', name, args, regex: compileLinear(pattern.value) }
}

const isExpression = (part: unknown): part is jsep.Expression => typeof part === 'object' && part !== null && 'type' in part
const list = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : [])
const isLogical = (op: unknown): op is LogicalOp => logicalOps.some((known) => known === op)
const isBinary = (op: unknown): op is BinaryOp => binaryOps.some((known) => known === op)

function propertyName(part: unknown, source: string): Node {
  if (isExpression(part) && part.type === 'Identifier') return { kind: 'literal', value: String(part.name) }
  throw invalid(source, '.')
}

function literal(value: unknown, source: string) {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(source, String(value))
}

const invalid = (source: string, problem: string, cause?: unknown) =>
  new HarnessError('DOC_EXPRESSION_INVALID', { expression: source.slice(0, 80), problem }, { cause })
