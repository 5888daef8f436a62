import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedItem, deleteItem, readItem, type TextItems, writeItem } from '../../../src/host/keystore/item-chunks.ts'

/** A keychain with the manners of the real ones: no empty text, nothing longer than `limit`; it may break at a write. */
function strictItems(limit: number) {
  const texts = new Map<string, string>()
  const state = { texts, writesLeft: Infinity }
  const items: TextItems = {
    get: async (name) => texts.get(name) ?? null,
    set: async (name, text) => {
      if (text.length === 0 || text.length > Math.max(limit, 120)) throw new Error('refused')
      state.writesLeft -= 1
      if (state.writesLeft < 0) throw new Error('broken off')
      texts.set(name, text)
    },
    delete: async (name) => texts.delete(name),
  }
  return { items, state }
}

const bytes = fc.uint8Array({ maxLength: 2000 })
const limit = fc.integer({ min: 20, max: 400 })

describe('a value as keychain items', () => {
  it('comes back as it was, whatever its bytes and however small the items', async () => {
    await fc.assert(fc.asyncProperty(bytes, bytes, limit, async (before, value, limit) => {
      const { items, state } = strictItems(limit)
      await writeItem(items, 'a', before, limit)
      await writeItem(items, 'a', value, limit)
      expect(await readItem(items, 'a')).toStrictEqual(Buffer.from(value))
      expect(await deleteItem(items, 'a')).toBe(true)
      expect(state.texts.size).toBe(0)
      expect(await readItem(items, 'a')).toBeNull()
    }))
  })

  it('stays the old one when a write is broken off anywhere', async () => {
    await fc.assert(fc.asyncProperty(bytes, bytes, limit, fc.nat(200), async (before, value, limit, cut) => {
      const { items, state } = strictItems(limit)
      await writeItem(items, 'a', before, limit)
      state.writesLeft = cut
      const written = await writeItem(items, 'a', value, limit).then(() => true, () => false)
      expect(await readItem(items, 'a')).toStrictEqual(Buffer.from(written ? value : before))
    }))
  })

  it('is damaged, not wrong, when any text of it is changed or missing', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ minLength: 100, maxLength: 400 }), fc.nat(), fc.boolean(), async (value, which, drop) => {
      const { items, state } = strictItems(64)
      await writeItem(items, 'a', value, 64)
      const parts = [...state.texts.keys()].filter((name) => name !== 'a')
      const part = parts[which % parts.length] ?? ''
      if (drop) state.texts.delete(part)
      else state.texts.set(part, (state.texts.get(part) ?? '').replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))
      await expect(readItem(items, 'a')).rejects.toBeInstanceOf(DamagedItem)
    }))
  })

  it.each(['', 'hunter2', 'pkuh2:AAAA', 'pkuh1:A', 'pkuh1:AB==\n', 'pkuh1:####', 'pkuh1*:0123456789abcdef:0:' + '0'.repeat(64)])('is damaged when another wrote %j', async (text) => {
    const { items, state } = strictItems(1000)
    state.texts.set('a', text)
    await expect(readItem(items, 'a')).rejects.toBeInstanceOf(DamagedItem)
  })
})
