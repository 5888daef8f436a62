import { expect, it } from 'vitest'
import type { PromptShown } from '../../src/daemon/protocol/push.ts'
import { bindWords } from '../../src/rules/words/otp.ts'
import { optionWords } from '../../src/rules/words/campus.ts'
import { answerPrompts } from '../../src/terminal/cli/answer-prompts.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'
import type { Client } from '../../src/terminal/client/connect.ts'

/** What a command with `--quiet` wrote to stderr, and its `Io`. */
function quiet() {
  const written: string[] = []
  const stderr: typeof process.stderr = Object.assign(Object.create(process.stderr), { isTTY: false, write: (text: string) => written.push(text) })
  const stdin: typeof process.stdin = Object.assign(Object.create(process.stdin), { isTTY: false })
  const { globals } = readGlobals(['--quiet'], { LANG: 'en' })
  return { written, io: makeIo(globals, new AbortController().signal, { stdin, stdout: process.stdout, stderr, env: {} }) }
}

it('--quiet silences talk, and not what is told; that is cleaned too', () => {
  const { io, written } = quiet()
  io.talk('gone')
  io.tell('a\nb │ \u001b[2J')
  expect(written).toEqual(['a⏎b | [control: 4]\n'])
})

it.each<[string, PromptShown, readonly string[]]>([
  ['what binding a token does', { kind: 'bind-token', bound: false }, [bindWords.hasNone.en, bindWords.notTried.en]],
  ['the options of a choice', { kind: 'choice', choice: 'step-up-way', options: ['token', 'sms'], current: undefined }, [`  1. ${optionWords.token.en}\n`, `  2. ${optionWords.sms.en}\n`]],
])('--quiet does not hide %s from whoever answers', async (_, prompt, parts) => {
  const { io, written } = quiet()
  let ask: ((event: { readonly id: string; readonly prompt: PromptShown }) => void) | undefined
  const answered = new Promise<void>((done) => {
    const client = { on: (_name: string, listener: typeof ask) => { ask = listener; return () => undefined }, request: () => { done(); return Promise.resolve({}) } }
    void answerPrompts(client as Pick<Client, 'on' | 'request'>, '2500000001', io)
  })
  ask?.({ id: 'p', prompt })
  await answered
  for (const part of parts) expect(written.join('')).toContain(part)
})
