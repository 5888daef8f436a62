import { expect, it } from 'vitest'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { runProgram } from '../../src/terminal/cli/program.ts'
import { seat } from './seat.ts'

it.each([['login'], ['logout'], ['otp', 'set'], ['otp', 'bind'], ['otp', 'keep'], ['otp', 'clear'], ['otp', 'test']])('pkuh %s %s --user takes a student number and no other account, and asks no daemon and no person before it', async (...words) => {
  for (const account of ['12345', 'me@pku.edu.cn', '25000000011', '２５００００００01', '']) {
    const { io, text } = seat()
    let reached = 0
    const cli = openCli(io, () => { reached++; return Promise.reject(new Error('reached')) })
    await expect(runProgram([...words, '--user', account], cli)).rejects.toMatchObject({ code: 'CAMPUS_ACCOUNT_FORM' })
    expect([reached, text()]).toEqual([0, ''])
  }
})
