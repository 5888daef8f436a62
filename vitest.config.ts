import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const processes = ['test/journeys/**/*.test.ts', 'test/process/**/*.test.ts', 'test/plugins/escape/*.test.ts']

export default defineConfig({
  resolve: { alias: { 'pku-harness/sdk': fileURLToPath(new URL('src/sdk/index.ts', import.meta.url)) } },
  test: {
    pool: 'forks', maxWorkers: 2,
    // Long, because a machine may be busy: none of them is about time.
    testTimeout: 60_000, hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'rooms', include: ['test/**/*.test.ts'], exclude: processes } },
      // Real processes run what is built.
      { extends: true, test: { name: 'processes', include: processes, globalSetup: './test/build-once.ts', testTimeout: 180_000 } },
    ],
  },
})
