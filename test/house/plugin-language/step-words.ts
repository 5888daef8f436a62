import type { StepName } from '../../../src/plugins/document/steps/step-schemas.ts'

type Words = readonly [en: string, zh: string]
/** What each step does, for the reference page; a step without one does not compile. */
export const stepWords: Readonly<Record<StepName, Words>> = {
  request: ['One HTTP request to a declared service (`service` and `path`) or a declared website (`url`). The result has `status headers text json html bytes size path`; `bytes` is base64 and only there with `expect: { type: bytes }`. Never cookies.', '向声明过的校园服务（`service` 和 `path`）或网站（`url`）发一个请求。结果有 `status headers text json html bytes size path`；写了 `expect: { type: bytes }` 才有 base64 的 `bytes`。从不含 cookie。'],
  extract: ['Reads a page, JSON or text: by CSS, a `table`, a JSON `path` (RFC 9535 subset) or a linear `regex`.', '从网页、JSON 或文字里取值：CSS、表格 `table`、JSON 路径 `path`（RFC 9535 的子集）或线性正则 `regex`。'],
  let: ['Names values. A name stands for one value.', '给值起名字。一个名字只代表一个值。'],
  each: ['Goes over a list: `keep` filters, `steps` run, `yield` makes what the new list gets.', '遍历一个列表：`keep` 过滤，`steps` 逐项运行，`yield` 生成新列表的一项。'],
  when: ['Runs `then` where `if` is true, else `else`.', '`if` 为真运行 `then`，否则运行 `else`。'],
  sort: ['Sorts a list, stably; items without a key come last.', '稳定排序；没有键的排在最后。'],
  take: ['`count` items of a list from `from` on (0 unless said). The only step that takes a list of more than 1,000.', '从 `from`（默认 0）起取 `count` 项。只有它能处理超过 1,000 项的列表。'],
  unique: ['The first of each that are the same, by `by` or whole.', '按 `by`（或整项）去重，保留第一个。'],
  group: ['A list of `{ key, items }`, in the order in which the keys first come.', '分组为 `{ key, items }` 的列表，按键第一次出现的顺序。'],
  paginate: ['The same request for each page; the items of all pages as one list. Its request knows `it.page` (from `from`), with `cursor` also `it.cursor`, with `next` also `it.link` (the query of the link, which must be of the same host and path). Ends at a page shorter than `size`, an empty one, the page before again, where `until` holds, after `most`, or where no cursor or link comes. A total from the server is never asked. Each page costs a request.', '逐页发同一个请求，各页的项目合成一个列表。请求里可用 `it.page`（从 `from` 起），写了 `cursor` 还有 `it.cursor`，写了 `next` 还有 `it.link`（链接的查询参数；链接的主机和路径必须与请求相同）。遇到不足 `size` 的页、空页、与上一页相同的页、`until` 成立、到了 `most` 页、或不再有游标或链接时结束。从不相信服务器说的总数。每页用掉一个请求。'],
  store: ['The plugin’s own space, per account: `get`, `put` with `value`, `delete`, `list`. What is read carries the labels of the run that wrote it. `put` and `delete` are a local write that may overwrite.', '插件自己的存储，按账号分开：`get`、`put`（带 `value`）、`delete`、`list`。读到的值带着写入时的标签。`put` 和 `delete` 算可能覆盖的本地写入。'],
  cache: ['Keeps `value` of a block that only reads, by `key`, for `minutes`, per account. A hit carries the labels of its miss.', '把只读的一段步骤的 `value` 按 `key` 保留 `minutes` 分钟，按账号分开。命中时带着当初的标签。'],
  call: ['Another tool of the same plugin, in the same run: budgets are shared and effects add up. Circles are refused.', '调用同一插件的另一个工具，在同一次运行里：预算共用，作用相加。不能成环。'],
  use: ['An ability of the host, declared in `uses`: a call of its own, in the plugin’s name, with its own effect and its own card. One that is not there makes the plugin unavailable.', '在 `uses` 里声明过的主机能力：以插件的名义单独调用一次，有自己的作用和批准卡。主机没有它时，插件不可用。'],
  assert: ['The author’s detector of a changed site: ends the run with `or` where `that` is not true.', '作者对网站改版的检测：`that` 不成立时以 `or` 结束。'],
  fail: ['A typed failure with words.', '带说明的失败，分种类。'],
  return: ['The result, checked against `output`.', '结果，按 `output` 检查。'],
}
