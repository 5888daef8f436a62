import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The start of Unicode's list of wide characters, as minified: U+1100 to U+115F. */
const tables = '4352,4447'

it('what pkuh status loads is small and has no width tables; the other bundle has them', () => {
  const hot = readFileSync('dist/cli.cjs', 'utf8')
  expect(hot).not.toContain(tables)
  expect(hot.length).toBeLessThan(20 * 1024)
  expect(readFileSync('dist/commands.cjs', 'utf8')).toContain(tables)
})
