import { describe, expect, it } from 'vitest'
import { connect } from '../../../src/host/store/connection.ts'
import { temporaryStore } from './temporary-store.ts'

/** What every call asks of the same tables is kept in memory, and told anew whenever it may have changed. */

const consent = { account: '2500000001', plugin: 'grades', destination: 'campus:portal' }

describe('settings, consents and grants that were read before', () => {
  it('are told anew after each kind of change', () => {
    const { store: { settings, consents, grants } } = temporaryStore()
    const told = () => [settings.get('effects'), consents.agreed('grades', ['2500000001', '-']), grants.list().map(({ uses, revokedAt }) => [uses, revokedAt !== undefined])]
    expect(told()).toEqual([undefined, [], []])
    settings.put('effects', { a: 1 })
    consents.accept(consent)
    grants.put('g', { tool: 'grades.list' })
    expect(told()).toEqual([{ a: 1 }, ['campus:portal'], [[0, false]]])
    settings.put('effects', { a: 2 })
    grants.spend('g', 5)
    expect(told()).toEqual([{ a: 2 }, ['campus:portal'], [[1, false]]])
    settings.delete('effects')
    consents.revoke('2500000001', 'grades')
    grants.revoke('g')
    expect(told()).toEqual([undefined, [], [[1, true]]])
  })

  it('are as they were after a rollback, of a part of a transaction too', () => {
    const { store } = temporaryStore()
    const { settings, consents } = store
    settings.put('effects', 'before')
    const fails = () => {
      settings.put('effects', 'after')
      consents.accept(consent)
      expect([settings.get('effects'), consents.agreed('grades', ['2500000001', '-'])]).toEqual(['after', ['campus:portal']])
      throw new Error('no')
    }
    expect(() => store.transaction(fails)).toThrow('no')
    expect([settings.get('effects'), consents.agreed('grades', ['2500000001', '-'])]).toEqual(['before', []])
    store.transaction(() => {
      expect(() => store.transaction(fails)).toThrow('no')
      expect([settings.get('effects'), consents.agreed('grades', ['2500000001', '-'])]).toEqual(['before', []])
    })
  })

  it('are told anew where another process changed the file', () => {
    const { store: { settings, consents, grants }, path } = temporaryStore()
    settings.put('effects', 'ours')
    consents.accept(consent)
    grants.put('g', { tool: 'grades.list' })
    expect([settings.get('effects'), consents.agreed('grades', ['2500000001', '-']), grants.list().length]).toEqual(['ours', ['campus:portal'], 1])
    const other = connect(path)
    other.run('UPDATE settings SET value = ?', '"theirs"')
    other.run('DELETE FROM consents')
    other.run('DELETE FROM grants')
    other.close()
    expect([settings.get('effects'), consents.agreed('grades', ['2500000001', '-']), grants.list()]).toEqual(['theirs', [], []])
  })

  it('are as at the look with which `steady` began, but for what this process writes or takes back itself, and told anew after it', () => {
    const { store, path } = temporaryStore()
    const { settings, consents } = store
    const other = connect(path)
    settings.put('effects', 'before')
    const told = () => [settings.get('effects'), consents.agreed('grades', ['2500000001', '-'])]
    expect(told()).toEqual(['before', []])
    store.steady(() => {
      other.run('UPDATE settings SET value = ?', '"theirs"')
      expect(told()).toEqual(['before', []])
      consents.accept(consent)
      expect(told()).toEqual(['before', ['campus:portal']])
      expect(() => store.transaction(() => { settings.put('effects', 'ours'); throw new Error('no') })).toThrow('no')
      expect(store.steady(told)).toEqual(['theirs', ['campus:portal']])
      other.run('DELETE FROM consents')
    })
    expect(told()).toEqual(['theirs', []])
    expect(() => store.steady(() => { throw new Error('no') })).toThrow('no')
    other.run('DELETE FROM settings')
    other.close()
    expect(told()).toEqual([undefined, []])
  })

  it('cannot be changed by whoever was told', () => {
    const { store: { settings, grants } } = temporaryStore()
    settings.put('effects', { list: [1] })
    grants.put('g', { args: { exact: { a: 1 } } })
    expect(Object.isFrozen(settings.get('effects')) && Object.isFrozen(grants.list()) && Object.isFrozen(grants.list()[0]?.grant['args'])).toBe(true)
  })
})
