import { describe, expect, it } from 'vitest'
import { documentErrors } from '../../../src/rules/errors/document.ts'
import { budgets } from '../../../src/plugins/document/budgets.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { ownExtractor } from '../../../src/plugins/author/offline-house.ts'
import { call, caught, filesOf, rejected } from '../../plugins/scene/documents.ts'
import { openScene } from '../../plugins/scene/scene.ts'
import { type ErrorExample, errorExamples, otherCauses, rightDocument } from './error-examples.ts'

/** Each example of an error in `docs/plugin-language.md` brings about that error and no other. */
const sceneOf = (status = 200) => openScene({ extractor: ownExtractor, answer: () => ({ text: '{"rows":[]}', status }) })
const load = (text: string, scene = sceneOf()) => loadDocument(filesOf({ 'PLUGIN.md': text }), { trust: 'community' }, scene.house)

it('the document that the examples change is read and runs', async () => {
  expect(await call(load(rightDocument), 't', sceneOf())).toBe('{"rows":[]}')
})

describe('each example', () => {
  it.each(Object.entries(errorExamples) as [string, ErrorExample][])('%s', async (code, { right, wrong, runs, status }) => {
    expect(rightDocument).toContain(right)
    const text = rightDocument.replace(right, () => wrong)
    const scene = sceneOf(status)
    const error = runs ? await rejected(call(load(text, scene), 't', scene)) : caught(() => load(text))
    expect(error.code).toBe(code)
  })
})

it('each error has an example, another cause, or a budget of its own', () => {
  const limits = new Set<string>(Object.values(budgets).map(({ code }) => code))
  for (const code of Object.keys(documentErrors)) expect([code, [Object.hasOwn(errorExamples, code), Object.hasOwn(otherCauses, code)].includes(true) || limits.has(code)]).toEqual([code, true])
})
