import { HarnessError } from '../../rules/errors/index.ts'
import type { DocumentFiles } from '../document/document-files.ts'
import { isCampusHost } from '../document/facts/campus-hosts.ts'
import { pluginIdPattern } from '../registry/ids.ts'
import type { Shape } from './new-shapes.ts'
import { offlineCampus, serviceOfHost } from './offline-house.ts'

export interface NewPlugin {
  readonly id: string
  readonly name: { readonly zh: string; readonly en: string }
  /** An https address of the page to read. */
  readonly page: string
  readonly shape: Shape
  /** ISO 8601 with its zone, for the recording. */
  readonly at: string
}

/**
 * A plugin that works at once: one tool that reads a list, a table or JSON, with an invented page and its expected result. Its author puts the
 * real page's source in the place of the invented one and mends the selectors. Throws `AUTHOR_PAGE`, `AUTHOR_ID`.
 */
export function newPlugin({ id, name, page, shape, at }: NewPlugin): DocumentFiles {
  checkNewId(id)
  const target = targetOf(page)
  const parts = shapes[shape]
  const document = `---
plugin: ${id}
version: 0.1.0
name: ${words(name)}
summary: ${words({ zh: `看${name.zh}`, en: `Reads ${name.en}` })}
${target.declares}
tools:
  list:
    description: ${words({ zh: `${name.zh}，最新的在前`, en: `${name.en}, newest first` })}
    effect: read
    untrusted: true    # text that other people wrote · 别人写的文字
    output:
      type: array
      items:
        type: object
        properties:
          title: { type: string, maxLength: 300 }
          date: { type: string, format: date }
        required: [title, date]
    steps:
      - request:
${target.request.map((line) => `          ${line}`).join('\n')}
          expect: { type: ${parts.type} }
        as: page
${parts.extract}
      - each:
          in: rows
          as: row
          steps:
            - assert: { that: "len(row.title) > 0 && row.date != null", or: site-changed }
          yield: { title: "\${{ slice(row.title, 0, 300) }}", date: "\${{ row.date }}" }
        as: items
      - return: "\${{ items }}"
---
\`list\` gives the newest first.
`
  const file = `page.${parts.type}`
  const fixture = `# fixtures/${file} is invented. Put the real page's source in its place, mend the selectors, then run pkuh plugin test on the folder, with --update
# fixtures/${file} 是编造的：换成真网页的源代码，改好选择器，再对文件夹运行 pkuh plugin test，加上 --update
tool: list
at: ${at}
exchanges:
  - request: { ${target.match} }
    response: { body: ${file}, type: ${parts.media} }
expect:
  result:
    - { title: 第一条, date: "2026-03-02" }
    - { title: 第二条, date: "2026-03-01" }
`
  return new Map([['PLUGIN.md', document], ['fixtures/first.yaml', fixture], [`fixtures/${file}`, parts.page]].map(([file = '', text = '']) => [file, new TextEncoder().encode(text)]))
}

const words = ({ zh, en }: { readonly zh: string; readonly en: string }): string => `{ zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} }`

interface Target { readonly declares: string; readonly request: readonly string[]; readonly match: string }

/** Throws `AUTHOR_ID`. */
export function checkNewId(id: string): void {
  if (!pluginIdPattern.test(id)) throw new HarnessError('AUTHOR_ID', { id: id.slice(0, 40) })
}

/** Throws `AUTHOR_PAGE`. */
export function checkNewPage(page: string): void {
  targetOf(page)
}

/** A campus service where the address is of one, else a website. Throws `AUTHOR_PAGE`. */
function targetOf(page: string): Target {
  const url = URL.canParse(page) ? new URL(page) : undefined
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') throw new HarnessError('AUTHOR_PAGE', { page: page.slice(0, 200) })
  const service = serviceOfHost(url.hostname, url.pathname)
  if (service === undefined) {
    if (isCampusHost(url.hostname, [], offlineCampus)) throw new HarnessError('AUTHOR_PAGE', { page: page.slice(0, 200) })
    const address = `${url.origin}${url.pathname}${url.search}`
    return { declares: `websites: [${url.hostname}]`, request: [`url: ${JSON.stringify(address)}`], match: `url: ${JSON.stringify(address)}` }
  }
  const query = [...url.searchParams].map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')
  return {
    declares: `scopes: [${service}]`,
    request: [`service: ${service}`, `path: ${url.pathname}`, ...(query === '' ? [] : [`query: { ${query} }`])],
    match: `service: ${service}, path: ${url.pathname}`,
  }
}

const shapes: Readonly<Record<Shape, { readonly type: 'html' | 'json'; readonly media: string; readonly extract: string; readonly page: string }>> = {
  list: {
    type: 'html', media: 'text/html',
    extract: `      - extract:
          from: page.html
          select: ".news li"
          many: true
          required: true
          fields:
            title: { select: a, required: true }
            date: { select: .date, match: "[0-9]{4}-[0-9]{2}-[0-9]{2}", required: true }
        as: rows`,
    page: `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>News</title></head><body>
<ul class="news">
<li><a href="2.html">第一条</a> <span class="date">2026-03-02</span></li>
<li><a href="1.html">第二条</a> <span class="date">2026-03-01</span></li>
</ul>
</body></html>
`,
  },
  table: {
    type: 'html', media: 'text/html',
    extract: `      - extract:
          from: page.html
          table: table.news
          columns: { title: 标题, date: 日期 }
        as: rows
      - assert: { that: len(rows) > 0, or: site-changed }`,
    page: `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>News</title></head><body>
<table class="news">
<tr><th>标题</th><th>日期</th></tr>
<tr><td>第一条</td><td>2026-03-02</td></tr>
<tr><td>第二条</td><td>2026-03-01</td></tr>
</table>
</body></html>
`,
  },
  json: {
    type: 'json', media: 'application/json',
    extract: `      - extract: { from: page.json, path: "$.rows[*]", many: true, required: true }
        as: rows`,
    page: `{
  "rows": [
    { "title": "第一条", "date": "2026-03-02" },
    { "title": "第二条", "date": "2026-03-01" }
  ]
}
`,
  },
}
