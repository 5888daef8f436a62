import lt from 'semver/functions/lt.js'

/** Whether a version comes before another (semver 2.0.0 §11). Loose, since a manifest's numbers may begin with 0 behind the hyphen. */
export const isOlder = (one: string, other: string): boolean => lt(one, other, true)
