import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../src/host/net/charset.ts'

/** 教室 in GBK. */
const gbk = Buffer.from([0xbd, 0xcc, 0xca, 0xd2])
const page = (head: string, body: Uint8Array = gbk) => Buffer.concat([Buffer.from(head, 'latin1'), body])

describe('the charset of a body', () => {
  it.each([
    ['what the caller says', gbk, 'text/html; charset=utf-8', 'gbk', 'gb18030', '教室'],
    ['the header', gbk, 'text/html; charset="GB2312"', undefined, 'gb18030', '教室'],
    ['a byte order mark', Buffer.from('\uFEFF教室'), 'text/html', undefined, 'utf-8', '教室'],
    ['a little-endian mark', Buffer.from([0xff, 0xfe, 0x59, 0x65]), '', undefined, 'utf-16le', '教'],
    ['nothing', Buffer.from('教室'), 'application/json', undefined, 'utf-8', '教室'],
    ['a label nobody knows', Buffer.from('教室'), 'text/html; charset=x-nonsense', undefined, 'utf-8', '教室'],
  ] as const)('comes from %s', (_, bytes, type, override, charset, text) => {
    expect(decodeText(bytes, type, override)).toEqual({ text, charset, replaced: 0 })
  })
  it('bug-log 152: a page that names gb2312 in its meta alone is read as gb18030', () => {
    for (const head of ['<meta charset=gb2312>', '<html><head><META http-equiv="Content-Type" content="text/html; charset=GBK"/>', "<meta charset = 'gb18030' >"]) {
      expect(decodeText(page(head), 'text/html').charset).toBe('gb18030')
      expect(decodeText(page(head), undefined).text.endsWith('教室')).toBe(true)
    }
    expect(decodeText(page('<?xml version="1.0" encoding="gb2312"?><a>'), 'application/xml').charset).toBe('gb18030')
  })
  it('a four-byte gb18030 character in a page that says gb2312 is read', () => {
    expect(decodeText(Buffer.from([0x95, 0x32, 0x82, 0x36]), 'text/html; charset=gb2312').text).toBe('\u{20000}')
  })
  it('a meta in a comment, past 1024 bytes, or in JSON does not count', () => {
    expect(decodeText(page('<!-- <meta charset=gbk> --><p>'), 'text/html').charset).toBe('utf-8')
    expect(decodeText(page(`${' '.repeat(1020)}<meta charset=gbk>`), 'text/html').charset).toBe('utf-8')
    expect(decodeText(Buffer.from('{"a":"<meta charset=gbk>"}'), 'application/json').charset).toBe('utf-8')
  })
  it.each([
    ['a description', '<meta name=keywords content="gbk; charset=gbk"><meta charset=utf-8>'], ['a description alone', '<meta name=description content="text/html; charset=gbk">'], ['an attribute of another tag', '<p title="<meta charset=gbk>">'],
    ['another attribute', '<meta data-charset=gbk><meta name="a charset=gbk">'], ['a tag that only starts like meta', '<metadata charset=gbk>'], ['a tag that the 1024 bytes cut', `<p>${' '.repeat(1000)}<meta charset=gbk`],
    ['a comment that never ends', '<!-- <meta charset=gbk>'], ['a label nobody knows, before one', '<meta charset=x-nonsense><meta charset=utf-8>'], ['a second charset of one tag', '<meta charset=utf-8 charset=gbk>'],
    ['an end tag', '</meta charset="x"><!doctype charset=gbk>'], ['http-equiv of another kind', '<meta http-equiv=refresh content="0; charset=gbk">'], ['a quotation mark left open', '<meta http-equiv=content-type content="text/html; charset=\'gbk">'],
  ])('%s names no charset', (_, head) => {
    const text = Buffer.from('教室')
    expect(decodeText(Buffer.concat([Buffer.from(head), text]), 'text/html')).toMatchObject({ charset: 'utf-8', replaced: 0 })
  })
  it.each([
    '<!--><meta charset=gbk>', '<META CHARSET="GBK">', "<meta\tcharset\n=\f'gb2312'/>", '<meta/charset=gbk>', '<meta name=a content=b charset=gbk>', '<meta content="text/html;charset= \'gbk\' " http-equiv=CONTENT-TYPE>', '<p title="a>b"><meta charset=gbk>', '<meta =x charset=gbk>', '<?php x ?><meta charset=gbk>', '</p x="<"><meta charset=gbk>',
  ])('%j names one', (head) => {
    expect(decodeText(page(head), 'text/html')).toMatchObject({ charset: 'gb18030', replaced: 0 })
  })
  it('bug-log 154: a body is decoded once, by the strongest word', () => {
    expect(decodeText(Buffer.from('<meta charset=gb2312>教室'), 'text/html; charset=utf-8').text).toBe('<meta charset=gb2312>教室')
  })
  it('the share of replacement characters is told', () => {
    expect(decodeText(gbk, 'text/plain').replaced).toBe(1)
    expect(decodeText(Buffer.concat([Buffer.from('abcdef'), Buffer.from([0xff, 0xff])]), 'text/plain').replaced).toBe(0.25)
  })
})

const folder = new URL('../../../../shared/data/', import.meta.url)
const have = existsSync(folder)
if (!have && process.env['CI'] === 'true') throw new Error('shared pages are missing')
const recorded = (path: string) => readFileSync(new URL(path, folder))
const pagesIn = (place: string): readonly string[] => (have ? readdirSync(new URL(place, folder), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html')).map((path) => `${place}${path}`) : [])

describe.skipIf(!have)('recorded pages (skipped where ../shared is missing)', () => {
  it('bug-log 152: a GBK timetable that names gb2312 in its meta alone is read without a replacement character', () => {
    const read = decodeText(recorded('cn_univ/zhengfang_timetable.gbk.html'), 'text/html')
    expect([read.charset, read.replaced]).toEqual(['gb18030', 0])
    expect(read.text).toMatch(/星期|课程/)
  })
  it('a UTF-8 page whose meta says gb2312 is read by its header; without one it is misread as its meta asks, which a caller’s word mends', () => {
    const bytes = recorded('cn_univ/zhengfang_timetable.utf8_declares_gb2312.html')
    expect(decodeText(bytes, 'text/html; charset=utf-8')).toMatchObject({ charset: 'utf-8', replaced: 0 })
    const misread = decodeText(bytes, 'text/html')
    expect(misread.charset).toBe('gb18030')
    expect(misread.text).not.toMatch(/星期/)
    expect(decodeText(bytes, 'text/html', 'utf-8').text).toMatch(/星期|课程/)
  })
  it('every other recorded page, of PKU and elsewhere, is read as UTF-8 without a replacement character', () => {
    const pages = [...pagesIn('pku/'), ...pagesIn('cn_univ/')].filter((path) => !path.includes('zhengfang'))
    expect(pages.length).toBeGreaterThanOrEqual(30)
    for (const path of pages) {
      const { charset, replaced } = decodeText(recorded(path), 'text/html')
      expect([path, charset, replaced]).toEqual([path, 'utf-8', 0])
    }
  })
})
