import { afterEach, expect, it, vi } from 'vitest'
import { openLife } from '../../src/terminal/cli/life.ts'

const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }
afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) for (const listener of process.listeners(signal)) if (!before[signal].includes(listener)) process.off(signal, listener)
  vi.restoreAllMocks()
})

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a run, a second one at once, and at no moment between them is it the system’s', (signal) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const life = openLife({ timeout: undefined })
  const gone = vi.fn()
  process.on('removeListener', gone)
  process.emit(signal)
  expect(life.signal.reason).toMatchObject({ code: 'INTERRUPTED' })
  expect(exit).not.toHaveBeenCalled()
  process.emit(signal)
  process.off('removeListener', gone)
  expect(exit).toHaveBeenCalledWith(130)
  expect(gone.mock.calls.filter(([name]) => name === signal)).toEqual([])
})
