import { createHash, randomBytes } from 'node:crypto'

/** A keychain that keeps short texts by name, as keytar is. */
export interface TextItems {
  get(name: string): Promise<string | null>
  set(name: string, text: string): Promise<void>
  delete(name: string): Promise<boolean>
}

/** What stands under a name is not what `writeItem` puts there. */
export class DamagedItem extends Error {}

/**
 * Bytes as keychain items. A value is Base64 behind a version prefix: a keychain cuts a text at NUL, spoils half a
 * surrogate pair and refuses an empty one (measured). What is longer than one item takes is spread over several; the head
 * names them and the digest of the whole, and is written last, so that an interrupted write leaves the old value.
 */
const whole = /^pkuh1:([A-Za-z0-9+/]*={0,2})$/
const spread = /^pkuh1\*:([0-9a-f]{16}):([0-9]{1,5}):([0-9a-f]{64})$/

/** The value under `name`, or null. Throws `DamagedItem`, and whatever `items` throws. */
export async function readItem(items: TextItems, name: string): Promise<Buffer | null> {
  const head = await items.get(name)
  if (head === null) return null
  const inline = whole.exec(head)?.[1]
  if (inline !== undefined) return decode(inline)
  const parts: string[] = []
  for (const part of partsOf(name, head)) {
    const text = await items.get(part)
    if (text === null) throw new DamagedItem()
    parts.push(text)
  }
  const value = decode(parts.join(''))
  if (parts.length === 0 || digestOf(value) !== spread.exec(head)?.[3]) throw new DamagedItem()
  return value
}

/** @param limit characters one item may hold (Windows: 2560 bytes) */
export async function writeItem(items: TextItems, name: string, value: Uint8Array, limit: number): Promise<void> {
  const stale = partsOf(name, await items.get(name))
  const text = Buffer.from(value).toString('base64')
  if (text.length + 6 <= limit) {
    await items.set(name, `pkuh1:${text}`)
  } else {
    const head = `pkuh1*:${randomBytes(8).toString('hex')}:${Math.ceil(text.length / limit)}:${digestOf(value)}`
    for (const [index, part] of partsOf(name, head).entries()) await items.set(part, text.slice(index * limit, (index + 1) * limit))
    await items.set(name, head)
  }
  for (const part of stale) await items.delete(part)
}

/** True when it was there. */
export async function deleteItem(items: TextItems, name: string): Promise<boolean> {
  const parts = partsOf(name, await items.get(name))
  const found = await items.delete(name)
  for (const part of parts) await items.delete(part)
  return found
}

/** The names of the items a head speaks of; `#` stands in no name of ours. */
function partsOf(name: string, head: string | null): readonly string[] {
  const [, generation, count] = spread.exec(head ?? '') ?? []
  return Array.from({ length: Number(count ?? 0) }, (_, index) => `${name}#${generation}.${index}`)
}

function decode(text: string): Buffer {
  const value = Buffer.from(text, 'base64')
  if (value.toString('base64') !== text) throw new DamagedItem()
  return value
}

const digestOf = (value: Uint8Array): string => createHash('sha256').update(value).digest('hex')
