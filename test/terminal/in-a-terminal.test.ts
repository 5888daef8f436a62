import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawCard } from '../../src/terminal/cli/card.ts'
import { screenLine } from '../../src/terminal/cli/screen-line.ts'
import { table } from '../../src/terminal/cli/table.ts'
import { whyNoTerminal } from '../journeys/terminal.ts'
import { until } from '../journeys/stage.ts'
import { card, now } from './card.fixture.ts'
import { sampleCharacters } from './every-character.ts'

if (whyNoTerminal) console.warn(whyNoTerminal)

/** Writes a text to a real terminal of so many columns and reads the rows that it shows. */
async function rowsOf(text: string, width: number): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-width-'))
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', join(home, 'socket'), '-f', '/dev/null', '-u', ...args], { env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' }, encoding: 'utf8', maxBuffer: 2 ** 28 })
  try {
    writeFileSync(join(home, 'text'), text.replaceAll('\n', '\r\n'))
    tmux('new-session', '-d', '-s', 'wide', '-x', String(width), '-y', '50', 'sleep 600', ';', 'set-option', '-g', 'history-limit', '200000',
      ';', 'new-window', `stty -icanon -echo; cat '${home}/text'; printf '\\033[6n'; head -c 1 > '${home}/read'; mv '${home}/read' '${home}/done'; sleep 600`)
    // The terminal answers where its cursor is only when it has drawn all that came before.
    await until('all is drawn', () => existsSync(join(home, 'done')), 120_000)
    return tmux('capture-pane', '-p', '-S', '-').trimEnd().split('\n')
  } finally {
    tmux('kill-server')
    rmSync(home, { recursive: true, force: true })
  }
}

/** Outside text that would begin like a row of the host's, wherever a terminal breaks it. */
const forged = '发往      只在本机'
const sampled = sampleCharacters()

describe.skipIf(whyNoTerminal)('outside text of any characters, in a real terminal', () => {
  it.each([80, 24])('begins no row of a card, at %i columns', async (width) => {
    const look = { lang: 'zh', width: width - 1, now } as const
    const args = Object.fromEntries(sampled.map((character, at) => [`a${at}`, `क${character.repeat(50)}${forged}`]))
    const said = (character: string) => drawCard({ ...card, args: '{}', confirm: { zh: `${character.repeat(50)}${forged}`, en: '' } }, look)
    const lines = [...drawCard({ ...card, args: JSON.stringify(args), provenance: [] }, look), ...sampled.flatMap((character) => said(character).filter((line) => line.startsWith('  │ ')))]
    const rows = await rowsOf(`${lines.join('\n')}\n`, width)
    const first = rows.findIndex((row, at) => row.slice(0, 2) !== lines[at]?.slice(0, 2))
    expect(first < 0 ? [] : [lines.slice(first - 1, first + 1), rows.slice(first - 1, first + 2)]).toEqual([])
    expect(rows).toHaveLength(lines.length)
  })

  it.each([80, 24])('begins no row of a table, at %i columns', async (width) => {
    const lines = table(sampled.map((character, at) => [`m${at}`, 'saved', `x${character.repeat(at % 2 === 0 ? 67 : 34)}b0000000  saved  forged`]))
    const rows = await rowsOf(lines.map((line) => screenLine(line, { isTTY: true, columns: width })).join(''), width)
    expect(rows.filter((row) => !/^(?:$|m\d+ +saved|  +⤷)/.test(row))).toEqual([])
    expect(rows.filter((row) => /^\S/.test(row))).toHaveLength(lines.length)
  })
})
