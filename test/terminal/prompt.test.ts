import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'
import { prompt } from '../../src/terminal/cli/prompt.ts'

it('a question that holds a campus server’s text is one line and commands no terminal', async () => {
  let written = ''
  const stdin = Object.assign(new EventEmitter(), { isTTY: true, setRawMode: () => {}, setEncoding: () => {}, resume: () => {}, pause: () => {} })
  const stderr = { write: (text: string) => { written += text; return true } }
  const streams = Object.create(process, { stdin: { value: stdin }, stderr: { value: stderr } })
  const asked = prompt('短信验证码（138\u001b]0;title\u0007\n═══****）：', makeIo(readGlobals([], {}).globals, AbortSignal.timeout(10_000), streams), false)
  stdin.emit('data', '1')
  stdin.emit('data', '\r')
  expect(await asked).toBe('1')
  expect(written).toBe('短信验证码（138[control: 10]⏎===****）：1\n')
})
