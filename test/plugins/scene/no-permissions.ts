import type { Permissions } from '../../../src/rules/lattice/permissions.ts'

/** Of a plugin that a test put together by hand: it has no manifest to read them from. */
export const noPermissions = (): Permissions => { throw new Error('a plugin made by hand declares nothing') }
