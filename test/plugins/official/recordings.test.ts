import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readFixtures } from '../../../src/plugins/author/fixture.ts'
import { mutateFixture } from '../../../src/plugins/author/mutate/mutate-fixture.ts'
import { openReplayer } from '../../../src/plugins/author/replay.ts'
import { testFixture } from '../../../src/plugins/author/test-plugin.ts'
import { folderFiles } from '../scene/documents.ts'

describe.each(readdirSync('plugins/documents'))('the recordings of %s', (id) => {
  const files = folderFiles(`plugins/documents/${id}`)
  const replayer = openReplayer(files, { trust: 'official' })
  it.each(readFixtures(files).map((fixture) => [fixture.name, fixture] as const))('%s gives what it expects, and no change of its page goes unnoticed', async (_name, fixture) => {
    expect(await testFixture(fixture, replayer)).toMatchObject({ ok: true, differs: undefined })
    const { changes, survivors } = await mutateFixture(fixture, files, replayer)
    expect(survivors).toEqual([])
    if (fixture.expect && 'result' in fixture.expect) expect(changes).toBeGreaterThan(5)
  })
})
