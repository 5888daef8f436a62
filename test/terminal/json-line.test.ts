import { assert, json, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { jsonLine } from '../../src/terminal/cli/json-line.ts'
import { printDone, printFailure } from '../../src/terminal/cli/print.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'

const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cf}|\p{Default_Ignorable_Code_Point}/u

function streams() {
  const written = { stdout: '', stderr: '' }
  const sink = (name: 'stdout' | 'stderr') => Object.assign(Object.create(process[name]), { write: (text: string) => { written[name] += text; return true } })
  return { written, stdout: sink('stdout'), stderr: sink('stderr') }
}
const globals = (...words: string[]) => readGlobals(words, {}).globals

describe('bug-log 55: JSON and text for the same value', () => {
  it('JSON loses nothing and obeys nothing', () => {
    assert(property(string({ unit: 'binary' }), (text) => {
      const line = jsonLine({ text })
      expect(JSON.parse(line)).toEqual({ text: JSON.parse(JSON.stringify(text)) as string })
      expect(line).not.toMatch(unsafe)
    }))
    assert(property(json(), (text) => { expect(JSON.parse(jsonLine(JSON.parse(text)))).toEqual(JSON.parse(text)) }))
  })

  it('bug-log 53, 56: a single hidden character leaves its mark in what is printed, a plugin’s name too', () => {
    const { written, ...to } = streams()
    printDone({ data: null, lines: ['treehole  树\u200b洞', 'x\u00ady'] }, globals(), to)
    printFailure(new HarnessError('PLUGIN_UNKNOWN', { plugin: 'tree\ufeffhole' }), globals('--lang', 'en'), to)
    expect(written.stdout).toBe('treehole  树[hidden: 1]洞\nx[hidden: 1]y\n')
    expect(written.stderr).toContain('tree[hidden: 1]hole')
  })

  it('text is cleaned and says where something was taken out', () => {
    const hostile = 'a\u001b[2K\u001b]52;c;ZXZpbA==\u0007b\u202ec'
    const { written, ...to } = streams()
    printDone({ data: hostile, lines: [hostile] }, globals(), to)
    expect(written.stdout).not.toMatch(/[\u001b\u0007\u202e]/)
    expect(written.stdout).toContain('[')
    const doc = streams()
    printDone({ data: hostile, lines: [] }, globals('--json'), doc)
    expect(JSON.parse(doc.written.stdout)).toEqual({ ok: true, data: hostile })
    expect(doc.written.stdout).not.toMatch(/[\u001b\u0007\u202e]/)
  })
})

describe('a failure', () => {
  it('is exactly one document on stdout with --json, and its exit code', () => {
    const { written, ...to } = streams()
    expect(printFailure(new HarnessError('DAEMON_UNREACHABLE'), globals('--json', '--lang', 'en'), to)).toBe(6)
    expect(JSON.parse(written.stdout)).toEqual({ ok: false, error: { code: 'DAEMON_UNREACHABLE', exit: 6, message: expect.any(String), hint: expect.stringContaining('pkuh daemon start') } })
    expect(written.stderr).toBe('')
  })

  it('is words and what to do on stderr otherwise, and nothing on stdout', () => {
    const { written, ...to } = streams()
    expect(printFailure(new TypeError('odd\u001b[2K'), globals('--lang', 'en'), to)).toBe(1)
    expect(written.stdout).toBe('')
    expect(written.stderr).toContain('What to do')
    expect(written.stderr).not.toContain('\u001b')
  })
})
