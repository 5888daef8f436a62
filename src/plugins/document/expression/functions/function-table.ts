import { dateFunctions } from './date-functions.ts'
import type { FunctionSpec } from './function-spec.ts'
import { listFunctions } from './list-functions.ts'
import { numberFunctions } from './number-functions.ts'
import { textFunctions } from './text-functions.ts'
import { webFunctions } from './web-functions.ts'

const all = { ...textFunctions, ...numberFunctions, ...listFunctions, ...dateFunctions, ...webFunctions }
export type FunctionName = keyof typeof all

/** The closed list of functions (design: plugin-document, Expressions). A document that names another is refused. */
export const functionTable: Readonly<Record<FunctionName, FunctionSpec>> = all

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(all, name)
