import { describe, expect, it } from 'vitest'
import { openStage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

const account = '2500000001'

describe.skipIf(whyNoTerminal)(`forgetting an account at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('shows what goes; Enter and a bare y delete nothing, a typed yes deletes it', async () => {
    await using stage = await openStage()
    await stage.login(account)
    for (const [typed, exit] of [['', 'exit=2'], ['y', 'exit=2'], ['yes', 'exit=0']] as const) {
      using terminal = openTerminal(stage, ['accounts', 'forget', account])
      const asked = await terminal.sees('输入 yes')
      for (const part of ['密码', 'portal 的会话', '没有当前账号', '对话和记忆留着']) expect(asked).toContain(part)
      if (typed !== '') terminal.type(typed)
      terminal.press('Enter')
      expect(await terminal.sees('exit=')).toContain(exit)
      expect((await stage.json(['accounts'])).doc).toMatchObject({ data: { accounts: exit === 'exit=0' ? [] : [{ account, password: true }] } })
    }
  }, 60_000)
})
