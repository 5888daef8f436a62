/** What a test varies of a document; everything else stays, so that an update differs in that alone. */
export interface Written {
  readonly id?: string
  readonly version?: string
  readonly summary?: string
  readonly instructions?: string
  readonly description?: string
  readonly tool?: string
  readonly path?: string
  /** What it may reach: the lines `scopes` and `websites`. */
  readonly reach?: string
  readonly tools?: string
  readonly result?: string
}

/** A community document with one tool, `<id>.seen`, that reads one page of the campus. */
export const written = ({
  id = 'reader', version = '1.0.0', summary = 'Reads one page', instructions = 'Ask it for the page.', description = 'Reads the page', tool = 'seen', path = '/web/notice.php', reach = 'scopes: [dean]', result = '65536', tools,
}: Written = {}): string => `---
plugin: ${id}
version: ${version}
name: { zh: 读一页, en: One page }
summary: { zh: 读一页, en: ${summary} }
${reach}
tools:
${tools ?? `  ${tool}:
    description: { zh: 读一页, en: ${description} }
    effect: read
    output: { type: object, properties: { status: { type: number } }, required: [status] }
    returns: { bytes: ${result} }
    steps:
      - request: { service: dean, path: ${path} }
        as: page
      - return: { status: "\${{ page.status }}" }`}
---
${instructions}
`

/** A tool `seen` that keeps what it read for an hour. */
export const keepingTool = `  seen:
    description: { zh: 读一页, en: Reads the page }
    effect: read
    output: { type: integer }
    steps:
      - cache: { key: k, minutes: 60, steps: [ { request: { service: dean, path: /web/notice.php }, as: page } ], value: "\${{ page.status }}" }
        as: status
      - return: "\${{ status }}"`

/** A tool `note` that keeps a text. */
export const writingTool = `  note:
    description: { zh: 记下一句话, en: Notes a text }
    effect: write
    input: { text: { type: string, maxLength: 40 } }
    output: { type: string, maxLength: 40 }
    steps:
      - store: { put: last, value: "\${{ input.text }}" }
      - return: "\${{ input.text }}"`

/** As a folder of a repository. */
export const folder = (name: string, text: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries([['PLUGIN.md', text], ...Object.entries(more)].map(([file, content]) => [`${name}/${file}`, content ?? '']))
