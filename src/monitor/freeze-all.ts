/**
 * Freezes a structure of plain objects and arrays through and through and gives it back. Unlike `deepFreeze` of
 * `rules` it takes typed structures whose absent parts are `undefined`.
 */
export function freezeAll<T extends object>(value: T): Readonly<T> {
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const key of Reflect.ownKeys(value)) {
    const part: unknown = Reflect.get(value, key)
    if (typeof part === 'object' && part !== null) freezeAll(part)
  }
  return value
}
