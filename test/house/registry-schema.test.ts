import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readRegistryFile, registryFileSchema } from '../../src/plugins/market/registry-file.ts'

it('docs/registry.schema.json is the schema of the code', async () => {
  await expect(`${JSON.stringify(z.toJSONSchema(registryFileSchema, { io: 'input' }), null, 2)}\n`).toMatchFileSnapshot('../../docs/registry.schema.json')
})

it('the index that ships is one', () => {
  expect(readRegistryFile(readFileSync('plugins/registry.json', 'utf8'), 'registry.json')).toEqual([])
})
