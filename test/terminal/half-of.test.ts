import { expect, it } from 'vitest'
import { halfOf } from '../../src/terminal/cli/half-of.ts'

it.each([
  ['也看周末 / Weekends too', '也看周末', 'Weekends too'],
  ['Weekends / holidays', 'Weekends / holidays', 'Weekends / holidays'],
  ['周末', '周末', '周末'],
  ['一 / 二 / 三', '一 / 二 / 三', '一 / 二 / 三'],
])('of %s a person reads their half', (text, zh, en) => {
  expect([halfOf(text, 'zh'), halfOf(text, 'en')]).toEqual([zh, en])
})
