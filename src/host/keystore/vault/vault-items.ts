/**
 * What a vault holds, as bytes: for each item the length of its name (2), the name, the length of its value (4), the value.
 * Bytes and not JSON, since a string cannot be overwritten.
 */
export type VaultItems = Map<string, Buffer>

export function packItems(items: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...items].flatMap(([name, value]) => {
    const named = Buffer.from(name)
    const lengths = Buffer.alloc(6)
    lengths.writeUInt16BE(named.length, 0)
    lengths.writeUInt32BE(value.length, 2)
    return [lengths, named, value]
  })
  return Buffer.concat(parts)
}

/** The values are views of `packed`: what must outlive it is copied. Throws a `RangeError` for what `packItems` did not write. */
export function unpackItems(packed: Buffer): VaultItems {
  const items: VaultItems = new Map()
  for (let at = 0; at < packed.length;) {
    const named = at + 6
    const value = named + packed.readUInt16BE(at)
    const end = value + packed.readUInt32BE(at + 2)
    if (end > packed.length) throw new RangeError('an item is longer than its vault')
    items.set(packed.toString('utf8', named, value), packed.subarray(value, end))
    at = end
  }
  return items
}
