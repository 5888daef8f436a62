import { parseMoment } from '../../../src/plugins/document/expression/dates/parse-moment.ts'
import { toText } from '../../../src/plugins/document/expression/dates/moment.ts'
import { faultsOf, loadDocument } from '../../../src/plugins/document/load-document.ts'
import { readYaml } from '../../../src/plugins/document/manifest/read-yaml.ts'
import { filesOf } from '../../plugins/scene/documents.ts'
import { noExtractor } from '../../plugins/scene/no-extractor.ts'
import { openScene, realCampus } from '../../plugins/scene/scene.ts'
import { mutate } from '../mutate.ts'
import { type Target, Wrong } from '../target.ts'
import { valueOf } from './ends.ts'

const marks = ['&x ', '*x', '<<: ', '!!omap ', '!x ', '? ', '- ', ': ', '{', '}', '[', ']', '|', '>-', '---\n', '...\n', '%YAML 1.1\n', '"', "'", '#', '__proto__: ', '\t', '${{ ', ' }}', 'steps:\n', 'null', '.inf', '0o7', '\r\n', 'a: ', '&a [*a]']
const said = ['2026年', '6月30日', '下午', '晚上', '3:30', '24:00', '明天', '第3周', '星期二', '至', '-', '—', '8:00-10:00', '半', '12月31日', '2月29日', ' ', '年', '月', 'T', 'Z', '+08:00', 'pm', '共2时', '9999-12-31', '0000-00-00']

const yaml: Target = {
  name: 'yaml',
  run(random, { yaml: texts, documents }) {
    const text = mutate(random.chance(70) ? random.pick(texts) : random.pick(documents)['PLUGIN.md'] ?? '', marks, random)
    const read = valueOf(() => readYaml({ file: 'f', text, linesBefore: 0 }))
    if (read) expectData(read.value)
    return read !== undefined
  },
}

/** As JSON, and the numbers that YAML has besides; nothing with a prototype of its own. */
function expectData(value: unknown, depth = 0): void {
  if (value === null || ['string', 'boolean', 'number', 'bigint'].includes(typeof value)) return
  const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined
  if (typeof value !== 'object' || (prototype !== Object.prototype && prototype !== Array.prototype) || depth > 200) throw new Wrong(`no data: ${typeof value} ${String(value).slice(0, 80)}`)
  for (const part of Object.values(value)) expectData(part, depth + 1)
}

const scene = openScene({ extractor: noExtractor, campus: realCampus })
const manifest: Target = {
  name: 'manifest',
  run(random, { documents }) {
    const files = random.pick(documents)
    const changed = random.pick(Object.keys(files).filter((name) => !name.startsWith('fixtures/')))
    const text = mutate(files[changed] ?? '', marks, random)
    const read = filesOf({ ...files, [changed]: text })
    const document = valueOf(() => loadDocument(read, { trust: 'official' }, scene.house))
    const faults = faultsOf(read, { trust: 'official' }, scene.house)
    if ((document === undefined) !== (faults.length > 0)) throw new Wrong(`${document ? 'read' : 'refused'}, with ${faults.length} faults`)
    if (document && !/^[a-z][a-z0-9-]{1,31}$/.test(document.id)) throw new Wrong(`an id that is none: ${document.id}`)
    return document !== undefined
  },
}

const date: Target = {
  name: 'date',
  run(random) {
    const text = mutate(Array.from({ length: 1 + random.int(6) }, () => random.pick(said)).join(''), said, random)
    const moment = parseMoment(text, 1_780_000_000_000)
    if (!moment) return false
    const written = toText(moment)
    const again = parseMoment(written, 1_780_000_000_000)
    if (!/^\d{4}-\d{2}-\d{2}(T[0-2]\d:[0-5]\d(:[0-5]\d)?)?$/.test(written) || !again || toText(again) !== written) throw new Wrong(`${JSON.stringify(text.slice(0, 100))} was read as ${written}`)
    return true
  },
}

/** What a document's text is read with. */
export const readings: readonly Target[] = [yaml, manifest, date]
