import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect } from '../../../src/host/store/connection.ts'
import { joinLabels, unlabelled } from '../../../src/rules/labels.ts'
import { anyJson } from '../../rules/any-json.ts'
import { temporaryStore } from './temporary-store.ts'

const owner = { account: '2500000001', plugin: 'memory' }
const labels = { untrusted: ['treehole.search', 'mail.read', 'mail.read'], private: ['treehole'] }

describe('a plugin’s values', { timeout: 60_000 }, () => {
  it('keep the labels of the run that wrote them', () => {
    const { store } = temporaryStore()
    store.values.put(owner, 'k', { a: 1 }, labels)
    expect(store.values.get(owner, 'k')).toStrictEqual({ value: { a: 1 }, labels: joinLabels(labels) })
    store.values.put(owner, 'k', null, unlabelled)
    expect(store.values.get(owner, 'k')).toStrictEqual({ value: null, labels: unlabelled })
  })

  it('are each account’s and each plugin’s own', () => {
    const { store } = temporaryStore()
    store.values.put(owner, 'k', 1, unlabelled)
    for (const other of [{ ...owner, account: '2500000002' }, { ...owner, plugin: 'todo' }]) {
      expect(store.values.get(other, 'k')).toBeUndefined()
      expect(store.values.delete(other, 'k')).toBe(false)
      expect(store.values.list(other).value).toStrictEqual([])
    }
    expect(store.values.delete(owner, 'k')).toBe(true)
    expect(store.values.get(owner, 'k')).toBeUndefined()
  })

  it('are listed by a prefix that means itself, whatever characters it holds', () => {
    const { store } = temporaryStore()
    for (const key of ['a%b', 'a%', 'ab', 'A%', '课表/1', '课表/2', '😀x']) store.values.put(owner, key, 1, unlabelled)
    expect(store.values.list(owner, 'a%').value).toStrictEqual(['a%', 'a%b'])
    expect(store.values.list(owner, '课表/').value).toStrictEqual(['课表/1', '课表/2'])
    expect(store.values.list(owner, '😀').value).toStrictEqual(['😀x'])
    expect(store.values.list(owner).value).toHaveLength(7)
  })

  it('come back as they went in, whatever JSON they are', () => {
    const { store } = temporaryStore()
    const json = anyJson({ noUnicodeString: false })
    fc.assert(fc.property(json, fc.string({ unit: 'grapheme' }), (value, key) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__"') && !key.includes('\0'))
      store.values.put(owner, key, value, unlabelled)
      expect(store.values.get(owner, key)?.value).toStrictEqual(value)
    }))
  })

  it.each(['a\0b', 'a\ud83d'])('refuse the key %j, which SQLite would cut or spoil into another', (key) => {
    const { store } = temporaryStore()
    expect(() => store.values.put(owner, key, 1, unlabelled)).toThrow('STORE_TEXT')
    expect(store.values.list(owner).value).toStrictEqual([])
  })

  it('may fill 1 MiB together with the plugin’s records; what would pass it is refused and undone', () => {
    const { store } = temporaryStore()
    const half = 'x'.repeat(512 * 1024 - 200)
    store.values.put(owner, 'a', half, unlabelled)
    store.records.put(owner, { id: 'r', kind: 'note', value: half, status: 'saved', source: 'user', labels: unlabelled })
    expect(() => store.values.put(owner, 'b', 'x'.repeat(400), unlabelled)).toThrow(expect.objectContaining({ code: 'STORE_QUOTA', params: { plugin: 'memory', limit: 1_048_576 } }))
    expect(() => store.records.put(owner, { id: 's', kind: 'note', value: '汉'.repeat(134), status: 'saved', source: 'user', labels: unlabelled })).toThrow('STORE_QUOTA')
    expect(store.values.list(owner).value).toStrictEqual(['a'])
    expect(store.records.list(owner, 'note')).toHaveLength(1)
    // Replacing counts the new size only, another plugin has its own room, and forgetting makes room.
    store.values.put(owner, 'a', half, unlabelled)
    store.values.put({ ...owner, plugin: 'todo' }, 'b', half, unlabelled)
    store.records.settle(owner, 'note', 'r', 'forgotten')
    store.values.put(owner, 'b', half, unlabelled)
  })

  it.each(['{}', 'null', '', '{"untrusted":[]}', '{"untrusted":"x","private":[]}'])('are refused, not read as unlabelled, when their labels read %j', (text) => {
    const { store, path } = temporaryStore()
    store.values.put(owner, 'k', 1, labels)
    const other = connect(path)
    other.run('UPDATE plugin_values SET labels = ?', text)
    other.close()
    expect(() => store.values.get(owner, 'k')).toThrow('STORE_UNREADABLE')
  })
})
