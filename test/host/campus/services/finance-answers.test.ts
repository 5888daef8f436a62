import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextIn, entranceIn, procedureIn, rowsIn, saysFailed, saysTimedOut, variablesIn } from '../../../../src/host/campus/services/finance-answers.ts'

const home = 'https://cwfw.pku.edu.cn/WFManager/home3.jsp'
const one = (cell: string) => rowsIn(`{total:1,page:1,records:1,rows:[{id:"5746_0",cell:[${cell}]}]}`)?.rows[0]?.cell[0]

describe('the rows of a query', () => {
  it('bug-log 148: names without quotation marks are read, and entities', () => {
    expect(rowsIn('{total:1,page:1,records:1,rows:[{id:"5746_0",cell:["&#27979;&#35797;","P001","1000.00",null]}]}')).toEqual({
      total: 1, page: 1, records: 1, rows: [{ id: '5746_0', cell: ['测试', 'P001', '1000.00', ''] }],
    })
  })

  it.each([
    ['bug-log 148: once, and not twice', '"&#38;#27979;"', '&#27979;'], ['beyond the first plane too', '"&#128512;"', '😀'], ['but for what is no character', '"&#0;&#1114112;&#99999999;"', '&#0;&#1114112;&#99999999;'],
    ['two halves of one character are that character', '"&#55357;&#56832;"', '😀'], ['half of one is a mark, as in any text that was cut', String.raw`"a&#55357;b\ud83d"`, 'a\ufffdb\ufffd'],
    ['names that look like fields stay text', '"{total:1,rows:[]}, a:1"', '{total:1,rows:[]}, a:1'], ['a number is a text', '12.5', '12.5'],
  ])('entities are read: %s', (_, cell, text) => expect(one(cell)).toBe(text))

  it('are none in anything else, and nothing throws', () => {
    for (const text of ['', 'pass', '$$$SYS_ERROR$$$x', '<html>', '{rows:1}', '{total:1}', '[]', '{rows:[{id:1}]}', '{rows:[{id:"a",cell:["x}]}', '{rows:[{id:"a",cell:[[]]}]}', '['.repeat(100_000)]) expect(rowsIn(text)).toBeUndefined()
    fc.assert(fc.property(fc.string(), (text) => {
      for (const read of [rowsIn, contextIn, variablesIn, procedureIn, (page: string) => entranceIn(page, home)]) expect(() => read(text)).not.toThrow()
    }))
  })

  it('keep what stands in them under a name that is nobody\'s to set', () => {
    expect(rowsIn('{__proto__:{rows:[]},total:1}')).toBeUndefined()
    expect(variablesIn('[{varname:"__proto__",data:{x:1}}]')).toEqual({ '0-__PROTO__': { x: 1 } })
  })
})

describe('what its pages say', () => {
  const panel = (url: string) => `<div id="WF_YB6" url="WINOPEN../WF_YB6/main2.jsp?token=other"></div><div class="a" id="WF_CWBS" url="${url}" >`

  it.each([
    ['WINOPEN../WF_CWBS/main2.jsp?context=a&amp;token=b&amp;pId=WF_CWBS', '/WF_CWBS/main2.jsp?context=a&token=b&pId=WF_CWBS'], ['/WF_CWBS/main2.jsp?token=b', '/WF_CWBS/main2.jsp?token=b'],
    ['https://cwfw.pku.edu.cn/WF_CWBS/main2.jsp', '/WF_CWBS/main2.jsp'],
    ['WINOPENhttp://cwfw.pku.edu.cn/WF_CWBS/main2.jsp', undefined], ['WINOPEN//evil.example/WF_CWBS/main2.jsp', undefined], ['WINOPEN../WF_YB6/main2.jsp?token=b', undefined], ['', undefined],
  ])('the entrance behind %s is %s', (url, entrance) => expect(entranceIn(panel(url), home)).toBe(entrance))

  it('the account\'s context has `_@` for quotation marks and commas that are too many', () => {
    expect(contextIn('<input type="hidden" id="userContext" value="[{_@0-USERINFO.USERID_@:_@2500000001_@,_@n_@:1,}]" />')).toEqual({ '0-USERINFO.USERID': '2500000001', n: 1 })
    for (const value of ['', '[]', '[1]', '{}', '[{_@a_@:}]']) expect(contextIn(`<input id="userContext" value="${value}" />`)).toBeUndefined()
  })

  it('further variables are in capitals; where they cannot be read there are none', () => {
    expect(variablesIn('[{"varname":"dept","data":"x","type":"CHAR","func":""},{"varname":"n"}]')).toEqual({ '0-DEPT': 'x', '0-N': null })
    for (const text of ['', '<html>', '{}', '[{"data":1}]']) expect(variablesIn(text)).toEqual({})
  })

  it('the procedure is that of the first button that has one', () => {
    const name = `\`$${'0a'.repeat(16)}`
    expect(procedureIn(`{buttons:[{procs:[]},{procs:["${name}:#5743-d.year#"]}]}`)).toBe(name)
    for (const text of ['procs:["`$0a:#1"]', `procs:["${name}"]`, '']) expect(procedureIn(text)).toBeUndefined()
  })

  it('a session that is over is a page that says so and leads away; a failure is a word at the start', () => {
    expect([saysTimedOut('<script>alert("系统超时"); location = "login.html"</script>'), saysTimedOut('系统超时'), saysTimedOut('login.html')]).toEqual([true, false, false])
    expect([saysFailed(' $$$SYS_ERROR$$$会话'), saysFailed('{"a":"$$$SYS_ERROR$$$"}')]).toEqual([true, false])
  })
})
