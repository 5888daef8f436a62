import { expect, it } from 'vitest'
import { callFailed, printFailure } from '../../src/terminal/cli/print.ts'
import { seat } from './seat.ts'

const told = (exit: number, ...words: string[]): string => {
  const { io, streams, text } = seat(words)
  printFailure(callFailed({ code: 'X', exit, message: '还没有登录', hint: '运行 pkuh login', rules: ['R4'] }, 'c'), io.globals, streams)
  return text()
}

it('a call that was let through and then failed names no rule to a person: none stopped it; its document names them all the same', () => {
  for (const exit of [1, 3, 4, 10, 24, 124]) expect([exit, told(exit)]).toEqual([exit, '出错：还没有登录\n可以这样做：运行 pkuh login\n'])
  expect(JSON.parse(told(4, '--json'))).toMatchObject({ error: { exit: 4, rules: ['R4'] } })
})

it('one that was refused names the rules that refused it', () => {
  for (const exit of [20, 21, 22, 23]) expect(told(exit)).toContain('还没有登录  [R4]')
})
