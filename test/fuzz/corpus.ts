import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { decodeText } from '../../src/host/net/charset.ts'

/** Texts that cases are made of: real ones, where the data beside the repository are there, and a few of our own. */
export interface Corpus {
  readonly pages: readonly string[]
  readonly json: readonly string[]
  readonly yaml: readonly string[]
  /** The texts of a plugin, by the names of its files. */
  readonly documents: readonly Readonly<Record<string, string>>[]
}

/** What is longer is cut: a case is to be quick, and a page's second half is like its first. */
const longest = 60_000
const data = '../shared/data'

/** The texts of a folder's files that end so; none where it is absent. */
function texts(folder: string, end: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(end)).toSorted()
    .map((name) => decodeText(readFileSync(join(folder, name)), 'text/html').text.slice(0, longest))
}

/** `real` is false where those data are absent: a seed that failed on them then makes another case. */
export function readCorpus(): Corpus & { readonly real: boolean } {
  return {
    real: existsSync(data),
    pages: [
      ...texts(`${data}/pku`, '.html'), ...texts(`${data}/cn_univ`, '.html'),
      '<table><thead><tr><th>课程<th>成绩</thead><tbody><tr><td rowspan=2>高数<td>90<tr><td colspan="2">未查询到数据</table>',
      '<ul class=a><li id=x><a href="a.php?id=1">一</a> <b>2</b><li>&nbsp;&#x4e00;<script>x</script></ul><template><p>t</p></template><svg><title>s</title></svg>',
    ],
    json: [
      ...texts(`${data}/pku`, '.json'), ...texts(`${data}/vectors/json-parsing/test_transform`, '.json'),
      '{"rows":[{"id":1,"名称":"a","tags":["x",null]},{"id":2.5,"__proto__":{"y":true}}],"total":"2","deep":[[[[]]]]}',
    ],
    yaml: [...texts(`${data}/vectors/yaml-test-suite`, '.yaml'), 'a: &x { b: [1, "two", 3.5, ~] }\nc: *x\n? d\n: |\n  lines\n  of text\n'],
    documents: readdirSync('plugins/documents').toSorted().map(plugin),
  }
}

function plugin(id: string): Readonly<Record<string, string>> {
  const folder = join('plugins/documents', id)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]))
}
