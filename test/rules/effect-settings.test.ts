import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/rules/decide.ts'
import { type EffectScope, effectSetting, effectSettingsSchema, listChoices, noEffectSettings, withChoice, withoutChoices } from '../../src/rules/effect-settings.ts'
import { effects } from '../../src/sdk/index.ts'
import { call, campus, context, tainted, tool } from './question.ts'

const all: EffectScope = { kind: 'all' }
const plugin: EffectScope = { kind: 'plugin', id: 'notes' }
const one: EffectScope = { kind: 'tool', id: 'notes.do' }
const outcome = (facts: Parameters<typeof call>[0], settings = noEffectSettings, where = context()) => decide(call(facts), where, [], settings).outcome

describe('a setting for effects', () => {
  it('of a tool is before its plugin’s, and that before the one for all', () => {
    const most = withChoice(withChoice(withChoice(noEffectSettings, all, 'read', 'deny'), plugin, 'read', 'ask'), one, 'read', 'allow')
    expect(effectSetting(tool(), most)).toBe('allow')
    expect(effectSetting(tool({ id: 'notes.other' }), most)).toBe('ask')
    expect(effectSetting(tool({ id: 'a.b', plugin: 'a' }), most)).toBe('deny')
  })

  it.each([
    ['money', 'bundled', 'allow'], ['public', 'official', 'allow'], ['money', 'community', 'ask'], ['public', 'remote', 'ask'], ['write', 'remote', 'allow'], ['read', 'community', 'allow'],
  ] as const)('that allows %s lets a %s plugin: %s', (effect, trust, expected) => {
    for (const scope of [all, plugin, one]) expect(outcome({ effect, trust, destinations: [campus] }, withChoice(noEffectSettings, scope, effect, 'allow'))).toBe(expected)
  })

  it.each(effects)('that allows %s silences neither third-party text nor what cannot be undone nor a consent', (effect) => {
    const settings = withChoice(noEffectSettings, all, effect, 'allow')
    if (effect !== 'read') expect(outcome({ effect, destinations: [campus] }, settings, tainted())).toBe('ask')
    expect(outcome({ effect, irreversible: true }, settings)).toBe('ask')
    expect(outcome({ effect, destinations: [campus] }, settings, context({ unconsented: [campus] }))).toBe('ask')
  })

  it('whose id is a name that every object has stands for that id alone', () => {
    const odd = withChoice(noEffectSettings, { kind: 'plugin', id: 'constructor' }, 'read', 'deny')
    expect(effectSetting(tool(), odd)).toBeUndefined()
    expect(effectSetting(tool({ id: 'constructor.do', plugin: 'constructor' }), odd)).toBe('deny')
    // Nothing is set for it, though every object has something of its name.
    expect(effectSetting(tool({ id: 'toString.do', plugin: 'toString' }), noEffectSettings)).toBeUndefined()
    expect(listChoices(odd)).toEqual([{ scope: 'plugin', id: 'constructor', effect: 'read', choice: 'deny' }])
  })
})

const scope = fc.oneof(fc.constant<EffectScope>(all), fc.record({ kind: fc.constantFrom('plugin' as const, 'tool' as const), id: fc.constantFrom('a', 'b.c', 'toString') }))
const made = fc.array(fc.tuple(scope, fc.constantFrom(...effects), fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const)), { maxLength: 8 })
  .map((steps) => steps.reduce((settings, [where, effect, choice]) => withChoice(settings, where, effect, choice), noEffectSettings))

it('what is set is listed once and reads back; what is taken out is gone and all else stays', () => {
  fc.assert(fc.property(made, scope, fc.constantFrom(undefined, ...effects), (settings, where, effect) => {
    expect(effectSettingsSchema.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings)
    const rows = listChoices(settings)
    expect(new Set(rows.map(({ scope: kind, id, effect: of }) => JSON.stringify([kind, id, of]))).size).toBe(rows.length)
    const goes = (row: (typeof rows)[number]) => row.scope === where.kind && (where.kind === 'all' || row.id === where.id) && (effect === undefined || row.effect === effect)
    expect(listChoices(withoutChoices(settings, where, effect))).toEqual(rows.filter((row) => !goes(row)))
    expect(listChoices(withoutChoices(settings, undefined, undefined))).toEqual([])
  }))
})
