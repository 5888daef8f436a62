import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { 'pku-harness/sdk': fileURLToPath(new URL('src/sdk/index.ts', import.meta.url)) } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 30_000, pool: 'forks', maxWorkers: 2 },
})
