import { describe, expect, it } from 'vitest'
import { say } from '../../src/rules/words/say.ts'
import { takeOptions } from '../../src/terminal/cli/commands/policy.ts'

const io = { say: (words: { zh: string; en: string }, params?: Readonly<Record<string, string | number>>) => say(words, 'en', params) }
const plain = { type: 'object', properties: { text: { type: 'string' } } }
const take = (words: readonly string[], schema: Parameters<typeof takeOptions>[1] = plain, before = {}) => takeOptions(words, schema, before, io)

describe('the options of an explanation', () => {
  it.each([
    ['behind the tool', ['--as', 'script', '--tainted'], { as: 'script', tainted: true, rest: [] }],
    ['among its arguments', ['--text', 'x', '--as=user', '--tainted', '--input', '{}'], { as: 'user', tainted: true, rest: ['--text', 'x', '--input', '{}'] }],
    ['with private data', ['--private', '--text', 'x'], { private: true, rest: ['--text', 'x'] }],
    ['as a part of a text', ['--text=--as', '--text', 'as'], { rest: ['--text=--as', '--text', 'as'] }],
    ['none', [], { rest: [] }],
  ])('%s', (_, words, wanted) => {
    expect(take(words)).toEqual(wanted)
  })

  it('those before the tool stay', () => {
    expect(take(['--text', 'x'], plain, { as: 'user', tainted: true })).toEqual({ as: 'user', tainted: true, rest: ['--text', 'x'] })
  })

  it('an argument of the tool that has such a name is the tool’s', () => {
    expect(take(['--as', 'x', '--tainted'], { type: 'object', properties: { as: { type: 'string' } } })).toEqual({ tainted: true, rest: ['--as', 'x'] })
  })

  it.each([
    [['--as']], [['--as', '--tainted']], [['--as', 'user', '--as', 'agent']], [['--tainted', '--tainted']], [['--tainted=no']], [['--private', '--private']], [['--private=no']],
  ])('%j is refused', (words) => {
    expect(() => take(words)).toThrow('USAGE')
  })

  it.each([[['--as', 'user']], [['--tainted']]])('%j behind the tool is refused where it stands before it too', (words) => {
    expect(() => take(words, plain, { as: 'user', tainted: true })).toThrow('USAGE')
  })
})
