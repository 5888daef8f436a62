import { describe, expect, it } from 'vitest'
import { openStage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('an answer ends with the id by which the conversation goes on', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['ask', '理教下午有空教室吗'])
    const screen = await terminal.sees('exit=0')
    const id = /接着问：pkuh --profile sim ask --conversation ([\w-]{36}) …\nexit=0/.exec(screen)?.[1]
    expect(id).toBeDefined()
    const person = await stage.person()
    expect(await person.request('ask', { text: '再查一次理教', ...(id === undefined ? {} : { conversation: id }) })).toMatchObject({ conversation: id })
    person.close()
  })
})

it('in a pipe nothing of it stands on either stream', async () => {
  await using stage = await openStage()
  const { stdout, stderr } = await stage.pkuh(['ask', '理教下午有空教室吗'])
  expect(stdout + stderr).not.toContain('--conversation')
})
