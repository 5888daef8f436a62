import type { Json } from '../../../rules/json.ts'
import type { LinearRegex } from '../regex/linear-regex.ts'
import type { FunctionName } from './functions/function-table.ts'

/** An expression after parsing: a closed union, so that the evaluator has a case for each and nothing else runs. */
export type Node =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Node; readonly key: Node }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'unary'; readonly op: '-' | '!'; readonly of: Node }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Node; readonly right: Node }
  | { readonly kind: 'logical'; readonly op: LogicalOp; readonly left: Node; readonly right: Node }
  | { readonly kind: 'choice'; readonly test: Node; readonly yes: Node; readonly no: Node }
  /** `regex` is the pattern of `match` and `test`, compiled once. */
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Node[]; readonly regex: LinearRegex | undefined }

export const binaryOps = ['==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'] as const
export type BinaryOp = (typeof binaryOps)[number]
export const logicalOps = ['&&', '||', '??'] as const
export type LogicalOp = (typeof logicalOps)[number]
