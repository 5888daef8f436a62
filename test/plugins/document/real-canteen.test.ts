import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isMap, type Json } from '../../../src/rules/json.ts'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'
import { bytes, data, json, path, regex, there } from './real-data.ts'

/** As a step of a document has it. */
const run = (source: string, names: Readonly<Record<string, Json>>): Json =>
  evaluate(parseExpression(source), { lookup: (name) => names[name] ?? null, meter: createMeter(), now: () => 0, step: 's' })

describe.skipIf(!there)('the canteens\' menus and hours, which have all that is there', () => {
  it('each price of the transcribed menu is the number that it says, in fen too; its first row is the names', () => {
    const menu = json('pku/canteen/nongyuan_menu_raw.json')
    const prices = z.array(z.string()).parse(path(menu, '$[*].price_raw'))
    expect([prices.length, prices[0]]).toEqual([272, '价格'])
    // `8元/条`, `10元(5只)`, `+6元/两`, and one whose price the board did not show.
    const said = prices.slice(1).map((price) => /([\d.]+)元/.exec(price)?.[1])
    const read = prices.slice(1).map((price) => run("float(match(price, '([0-9]+(?:[.][0-9]+)?)元'))", { price }))
    expect(read).toEqual(said.map((digits) => (digits === undefined ? null : Number(digits))))
    expect(read.filter((price) => price === null)).toHaveLength(1)
    expect(read.flatMap((yuan) => (yuan === null ? [] : [run('money(round(yuan * 100))', { yuan })]))).toEqual(said.flatMap((digits) => (digits === undefined ? [] : [Number(digits).toFixed(2)])))
    expect(path(menu, '$[1:3].name')).toEqual(['排骨米粉', '招牌牛肉粉'])
    const places = z.array(z.string()).parse(path(menu, '$[1:].location'))
    for (const place of places) {
      const [, floor = '', counter = ''] = /^农园(.)层(?:，(.+))?$/.exec(place) ?? []
      expect(regex(place, '^(?<hall>\\p{Han}{2})(?<floor>[一二三])层(?:，(?<counter>.+))?$'), place).toEqual({ hall: '农园', floor, counter: counter === '' ? null : counter })
    }
  })

  it('of each of the sampled dishes the meals, the tags and the price are read by path, with dish and place', () => {
    const dishes = z.array(z.json()).parse(json('pku/canteen/dishes_sample.json'))
    expect(dishes).toHaveLength(321)
    for (const name of ['id', 'name', 'canteen', 'window', 'price', 'tags']) {
      expect(path(dishes, `$[*].${name}`), name).toEqual(dishes.map((dish) => isMap(dish) && dish[name]))
    }
    expect(path(dishes, '$..hours.lunch')).toHaveLength(321)
    expect(path(dishes, '$..lunch')).toEqual(path(dishes, '$[*].hours["lunch"]'))
    expect(path(dishes, '$[-1].name')).toEqual(path(dishes, '$[320].name'))
    expect(path(dishes, '$[*].tags[*]')).toEqual(dishes.flatMap((dish) => (isMap(dish) && Array.isArray(dish['tags']) ? dish['tags'] : [])))
  })

  it('each line of the hours gives its canteen and all its times, also where words stand between or none do', () => {
    const lines = bytes('pku/canteen/canteen_hours.txt').toString().split('\n').filter((line) => line.trim() !== '')
    const times = lines.map((line) => regex(line, '(?<from>[0-9]{2}:[0-9]{2})-(?<to>[0-9]{2}:[0-9]{2})', true))
    expect(lines.map((line) => regex(line, '^(\\p{Han}+)')).filter((name) => name === null)).toEqual([])
    expect(times.map((all) => (Array.isArray(all) ? all.length : -1))).toEqual([3, 3, 2, 2, 2, 3, 3, 2, 2, 3, 2, 3, 3, 2, 3, 2, 3, 0, 3, 2])
    expect(times[0]).toEqual([{ from: '06:50', to: '08:30' }, { from: '11:00', to: '13:00' }, { from: '17:00', to: '18:30' }])
    expect(times[13]).toEqual([{ from: '11:00', to: '14:00' }, { from: '17:00', to: '24:00' }])
    for (const { from, to } of z.array(z.object({ from: z.string(), to: z.string() })).parse(times.flat())) expect(run('from < to', { from, to }), `${from}-${to}`).toBe(true)
  })

  it('are all there is of them', () => {
    expect(readdirSync(`${data}/pku/canteen`).toSorted()).toEqual(['canteen_hours.txt', 'dishes_sample.json', 'nongyuan_menu_raw.json'])
  })
})
