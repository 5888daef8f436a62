/** Set by the build. */
declare const pkuhVersion: string

/** The version that this bundle is of; undefined in a source tree. Read from no file: it is said at every hello. */
export const ownVersion = typeof pkuhVersion === 'string' ? pkuhVersion : undefined
