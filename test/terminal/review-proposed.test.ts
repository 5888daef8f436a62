import { expect, it } from 'vitest'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { reviewProposed } from '../../src/terminal/cli/review-proposed.ts'
import { seat } from './seat.ts'

const noDaemon = () => Promise.reject(new Error('nothing is asked before a yes'))

it('a link that is left for later stands in the command as a shell takes it whole: the model chose it', async () => {
  const { io, keys, text } = seat(['ask', 'x'], { interactive: true, terminal: true })
  keys.on('newListener', (name) => { if (name === 'data') setTimeout(() => keys.emit('data', '\r'), 1) })
  await reviewProposed(['https://a.example.org/$(id);reboot/PLUGIN.md', 'https://github.com/a/b'], openCli(io, noDaemon, () => {}))
  expect(text()).toContain(" 'https://a.example.org/$(id);reboot/PLUGIN.md'\n")
  expect(text()).toContain('pkuh plugin install https://github.com/a/b')
})

it('without a terminal nothing is asked or said', async () => {
  const { io, text } = seat(['ask', 'x'], { interactive: false, terminal: false })
  await reviewProposed(['https://github.com/a/b'], openCli(io, noDaemon, () => {}))
  expect(text()).toBe('')
})
