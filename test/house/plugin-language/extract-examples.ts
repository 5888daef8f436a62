/** The ways of `extract`, each with what it does, a page or an answer, and what it gives (shown and tested). */
export interface ExtractExample { readonly way: string; readonly words: readonly [en: string, zh: string]; readonly answer: string; readonly step: string; readonly gives: unknown }

export const extractExamples: readonly ExtractExample[] = [
  {
    way: 'select',
    words: [
      '`select` finds the first element, with `many` all of them. What is taken of it is its text, on one line; with `text: lines` a line a block, and none for a block or a `<br>` with nothing in it; with `attr` an attribute; with `exists` whether it is there; with `fields` a map, each field found inside the element. A field without `select` is the element itself. `match` cuts what was taken to its first group. `without` leaves parts out of the text. A miss is null; with `required` it is a changed site.',
      '`select` 找第一个元素，加 `many` 找全部。取它的文字，合成一行；`text: lines` 每块一行；`attr` 取属性；`exists` 取有没有；`fields` 取一个映射，每个字段在这个元素里找，不写 `select` 就是元素自己。`match` 截取第一个组，`without` 去掉其中一部分。找不到是 null，写了 `required` 就当作网站改版。',
    ],
    answer: '<ul><li id=n7><h3>考试 <em>new</em></h3><span>发布时间: 2026年3月2日</span><p>一<br>二</p></li></ul>',
    step: 'from: page.html\nselect: li\nmany: true\nrequired: true\nfields:\n  id: { attr: id, required: true }\n  title: { select: h3, without: em, required: true }\n  date: { select: span, match: "发布时间: (.*)" }\n  text: { select: p, text: lines }\n  pinned: { select: .top, exists: true }',
    gives: [{ id: 'n7', title: '考试', date: '2026年3月2日', text: '一\n二', pinned: false }],
  },
  {
    way: 'table',
    words: [
      'Rows of a table as maps, by its headers, in whatever order the columns stand; spaces in a header do not count. A merged cell is in each row and each column that it covers, so a row of two may come twice (`unique`). `nth` is which of the columns below one header, or below two of the same name. `header` may be a list of names; `optional` columns may be missing. A cell that a short row lacks is null, a row of one wide cell (no results, a pager) is left out. A header that is missing is a changed site.',
      '按表头把每行读成映射，列的顺序无所谓，表头里的空格不算。合并的单元格在它盖住的每一行、每一列里都有，所以跨两行的会出现两次（可用 `unique`）。同一个表头盖住几列、或几列同名时，`nth` 说第几列。`header` 可以是几个名字；`optional` 的列可以没有。短的行缺的是 null；整行一个格的（没有数据、翻页）不算。缺了表头就当作网站改版。',
    ],
    answer: '<table id=kb><tr><td colspan=2>时间</td><td>星期一</td></tr><tr><td rowspan=2>上午</td><td>第1节</td><td rowspan=2>高等数学<br>理教101</td></tr><tr><td>第2节</td></tr></table>',
    step: 'from: page.html\ntable: "#kb"\ntext: lines\ncolumns:\n  half: 时间\n  section: { header: 时间, nth: 2 }\n  monday: { header: [星期一, 周一] }\n  sunday: { header: 星期日, optional: true }',
    gives: [{ half: '上午', section: '第1节', monday: '高等数学\n理教101', sunday: null }, { half: '上午', section: '第2节', monday: '高等数学\n理教101', sunday: null }],
  },
  {
    way: 'path',
    words: ['Of JSON: names, indices, slices and `*`, without filters. The first that is found, with `many` all of them.', 'JSON 里的路径：名字、下标、切片和 `*`，没有过滤。取第一个，加 `many` 取全部。'],
    answer: '{"data":{"list":[{"name":"高数","marks":[90,85]},{"name":"英语","marks":[88]}]}}',
    step: 'from: page.json\npath: $.data.list[*].name\nmany: true\nrequired: true',
    gives: ['高数', '英语'],
  },
  {
    way: 'regex',
    words: ['Of a text: the named groups as a map, else the first group, else the whole match; with `many` a list of all matches. RE2: no lookaround, no back references.', '从文字里：命名组成映射，否则第一个组，否则整个匹配；加 `many` 是全部匹配的列表。RE2 语法，不能用环视和反向引用。'],
    answer: '高数 周一第1,2节{第1-14周} 英语 周二第3,4节{第2-16周}',
    step: 'from: page.text\nregex: "(?P<course>[^ ]+) 周.第(?P<from>[0-9]+),(?P<to>[0-9]+)节"\nmany: true',
    gives: [{ course: '高数', from: '1', to: '2' }, { course: '英语', from: '3', to: '4' }],
  },
]
