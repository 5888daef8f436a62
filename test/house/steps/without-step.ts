import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

/** The vitest configuration of one run of the monitor's tests with one line of `invoke.ts` taken out. Used by `steps.ts`. */
const step = process.env['PKUH_WITHOUT_STEP'] ?? ''

const withoutStep: Plugin = {
  name: 'without-step',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/monitor/invoke.ts')) return undefined
    const line = new RegExp(`^ +(?:await )?${step}\\(call.*$`, 'm')
    if (!line.test(code)) throw new Error(`invoke.ts has no line for the step ${step}`)
    return code.replace(line, '')
  },
}

export default defineConfig({
  plugins: [withoutStep],
  resolve: { alias: { 'pku-harness/sdk': fileURLToPath(new URL('../../../src/sdk/index.ts', import.meta.url)) } },
  test: { root: fileURLToPath(new URL('../../..', import.meta.url)), include: ['test/monitor/steps/*.test.ts', 'test/monitor/invoke.test.ts'], testTimeout: 20_000, pool: 'forks', maxWorkers: 1 },
})
