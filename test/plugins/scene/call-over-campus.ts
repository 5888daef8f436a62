import { systemClock } from '../../../src/host/clock/clock.ts'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import type { JsonObject } from '../../../src/rules/json.ts'
import type { UnderTest } from '../../host/campus/campus-under-test.ts'
import { call } from './documents.ts'
import { openScene } from './scene.ts'

/** A tool of a document over the real campus room, the real door and TLS. */
export function callOverCampus(world: UnderTest, files: Parameters<typeof loadDocument>[0], trust: 'official' | 'community', extractor: Extractor, tool: string, args: JsonObject): Promise<unknown> {
  const scene = openScene({ extractor })
  const document = loadDocument(files, { trust }, { campus: world.campus, extractor, clock: systemClock })
  const campus = { request: (request: Parameters<typeof world.ask>[0]) => world.ask(request) }
  return call(document, tool, { ...scene, ctx: { ...scene.ctx, services: { campus, web: scene.ctx.services.web } } }, args)
}
