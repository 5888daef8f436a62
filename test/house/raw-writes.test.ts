import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rawWrites } from './raw-writes.ts'
import { sources } from './rooms.ts'

/** Writes whose text does not say by itself that it is clean, and why each is; nothing else may write so. */
const known: Readonly<Record<string, string>> = {
  // To a socket or a child, not to anything a person reads.
  'src/daemon/server/connection.ts: frame': 'a frame on the socket; whoever prints what stands in it cleans it',
  'src/terminal/client/ask-once.ts: Buffer.concat([frame(0, \'hello\', hello), frame(1, method, params)])': 'frames on the socket',
  'src/terminal/client/connect.ts: encodeFrame(wire({ id: next++, method: \'cancel\', params: { request: id } })) ?? \'\'': 'a frame on the socket',
  'src/terminal/client/connect.ts: frame': 'a frame on the socket',
  'src/terminal/cli/demo/house.ts: `count ${method} ${host} ${path}\\n`': 'to the simulated campus, which is a child',
  'src/host/net/proxy-tunnel.ts: `CONNECT ${authority} HTTP/1.1\\r\\nHost: ${authority}\\r\\n${authorization === undefined ? \'\' : `Proxy-Authorization: ${authorization}\\r\\n`}\\r\\n`': 'to a proxy',
  'src/plugins/document/extract/guarded-dom.ts: html': 'to a parser',
  // What is drawn: test/terminal/outside-text.test.ts puts the collected strings through each.
  'src/daemon/start/open-log.ts: line': 'escaped by the sink before it comes here',
  'src/terminal/cli/card-screen.ts: stream.isTTY ? `\\u001b[?7l${text}\\u001b[?7h` : text': 'lines of a card; every call of `writeCard` is looked at here too',
  'src/terminal/cli/card-screen.ts: card.lines(width)': 'drawn by `drawCard` and `memoryLines`',
  'src/terminal/cli/demo/answer.ts: lines.map((line) => indent + line)': 'drawn by `drawCard`',
  'src/terminal/cli/hot.ts: text': 'plain characters alone, or the other bundle takes over',
  'src/terminal/cli/export-audit.ts: `${line}\\n`': 'a line of the export, as the three below',
  'src/terminal/cli/export-audit.ts: writer.head()': 'JSON escaped by `exportWriter`',
  'src/terminal/cli/export-audit.ts: writer.row(row)': 'JSON escaped by `exportWriter`',
  'src/terminal/cli/export-audit.ts: writer.end({ ok: chain.ok, count: chain.count, sealed: chain.sealed, seq: chain.seq, fault: chain.fault })': 'JSON escaped by `exportWriter`',
  // Pictures of the host's own characters.
  'src/terminal/cli/secure-display.ts: `${enter}${lines.join(\'\\r\\n\')}\\r\\n`': 'every call of `showUntilKey` is looked at here too',
  'src/terminal/cli/commands/paycode.ts: drawn(digits, { account, seconds }, io)': 'a QR code of digits, and words of which each line is cleaned',
  'src/terminal/cli/picture/show-picture.ts: `${lines.join(\'\\n\')}\\n`': 'half blocks in greys',
}

describe('must be seen 5: what prints cleans', () => {
  it('no other write of the product lets outside text through as it is', () => {
    const found = sources('src').flatMap((path) => rawWrites(path, readFileSync(path, 'utf8')))
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(known).toSorted())
  })

  it('rows are made by `table` alone, which cleans their cells: `screenLine` lets these stand', () => {
    const makers = sources('src/terminal').filter((path) => /\{ cells\b/.test(readFileSync(path, 'utf8')))
    expect(makers.toSorted()).toEqual(['src/terminal/cli/line.ts', 'src/terminal/cli/screen-line.ts', 'src/terminal/cli/table.ts'])
  })

  it.each([
    'io.stdout.write(text)', 'process.stderr.write(`${text}\\n`)', 'const line = text; stream.write(line)', 'let line = "a"; line = text; stream.write(line)', "io['stderr']['write'](text)", 'console.log(text)',
    'const { write } = process.stdout', 'const { write: put } = process.stdout', 'const put = process.stdout.write.bind(process.stdout)', 'writeSync(2, text)', 'fs.writeSync(1, text)',
    'child.stdout.pipe(process.stdout)', 'pipeline(source, process.stdout)', 'process.emitWarning(text)', 'io.stderr.write(screenLine(a) + text)', 'io.stderr.write(io.say(w.x, { name }))',
    'io.stderr.write(lines.map((line) => line).join("\\n"))', 'io.stderr.write([oneLine(a), b].join(oneLine(c)))', 'io.stderr.write([oneLine(a)].join(b))', 'const oneLine2 = (text: string) => text; out.write(oneLine2(a))', 'writeCard([text], io.stdout)', 'showUntilKey([text], 1, io)',
    'function f(line: string) { const g = (line = "x") => line; stream.write(line) }', 'const a = a2, a2 = a; stream.write(a)', 'stream.write(plainDrawing(text))', 'stream.write(other.screenLine(text))', 'stream.write(text || "a")',
  ])('a planted %s is seen', (planted) => expect(rawWrites('src/x.ts', planted)).toHaveLength(1))

  it.each([
    'out.write("a\\n")', 'out.write(`${jsonLine(value)}\\n`)', 'out.write(lines.map((line) => screenLine(line, out)).join(""))', 'const a = cleanCharacters(text); out.write(color ? `\\u001b[2m${a}` : `${a}\\n`)',
    'const shown = (text: string): string => plainDrawing(cleanCharacters(text)); out.write(shown(held.slice(0, 3)))', 'out.write(io.say(w.x))', 'writeCard(drawCard(card, look), out)', 'write(text)', 'const x = { write(line: string) {} }',
  ])('%s is clean', (code) => expect(rawWrites('src/x.ts', code)).toEqual([]))
})
