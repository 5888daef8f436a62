/** The contract plugin authors import: `pku-harness/sdk`. It needs only zod. */
export * from './context.ts'
export * from './effect.ts'
export * from './failure.ts'
export * from './plugin.ts'
export { SecretLink, SecretValue } from './secret.ts'
export * from './tool.ts'
export type * from './words.ts'
