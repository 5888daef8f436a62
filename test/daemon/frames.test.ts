import { array, assert, json, nat, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrameReader, encodeFrame } from '../../src/daemon/protocol/frames.ts'
import { parseMessage, wire } from '../../src/daemon/protocol/message.ts'

function read(chunks: readonly Uint8Array[], cap?: number) {
  const frames: string[] = []
  const faults: string[] = []
  const reader = createFrameReader((text) => frames.push(text), (fault) => faults.push(fault), cap)
  for (const chunk of chunks) reader.push(chunk)
  return { frames, faults, partial: reader.partial }
}

/** The same bytes cut anywhere. */
const cut = (bytes: Buffer, points: readonly number[]): Uint8Array[] => {
  const edges = [0, ...points.map((point) => point % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}

describe('frames', () => {
  it('come out the same however the bytes were cut', () => {
    assert(property(array(json(), { maxLength: 8 }), array(nat(), { maxLength: 12 }), (texts, points) => {
      const values = texts.map((text) => ({ value: JSON.parse(text) as unknown }))
      const bytes = Buffer.concat(values.map((value) => encodeFrame(value) ?? Buffer.alloc(0)))
      const { frames, faults, partial } = read(cut(bytes, points))
      expect(frames.map((frame) => JSON.parse(frame) as unknown)).toEqual(JSON.parse(JSON.stringify(values)))
      expect(faults).toEqual([])
      expect(partial).toBe(false)
    }))
  })

  it('never hold a line feed inside, whatever the text', () => {
    assert(property(string({ unit: 'binary' }), (text) => {
      const frame = encodeFrame({ text })
      expect(frame?.indexOf(0x0a)).toBe((frame?.length ?? 0) - 1)
    }))
  })

  it('of exactly the cap pass; of one byte more are a fault at that byte, and nothing follows', () => {
    const exact = Buffer.from(`${'a'.repeat(10)}\n`)
    expect(read([exact], 10)).toMatchObject({ frames: ['a'.repeat(10)], faults: [] })
    expect(read([Buffer.from('a'.repeat(11))], 10)).toMatchObject({ frames: [], faults: ['too-big'] })
    expect(read([Buffer.from('a'.repeat(11)), exact], 10)).toMatchObject({ frames: [], faults: ['too-big'] })
    expect(encodeFrame({ a: 'x'.repeat(10) }, 10)).toBeUndefined()
  })

  it('that are not UTF-8 are a fault, also when a character was cut in two', () => {
    expect(read([Buffer.from([0xff, 0x0a])])).toMatchObject({ frames: [], faults: ['not-utf8'] })
    const han = Buffer.from('中\n')
    expect(read([han.subarray(0, 1), han.subarray(1)])).toMatchObject({ frames: ['中'], faults: [] })
  })
})

describe('messages', () => {
  it('survive the wire', () => {
    const fault = { code: 'USAGE', exit: 2, message: 'm', hint: 'h', rules: ['R1'], id: 'c1' }
    for (const message of [{ id: 3, method: 'call', params: { a: 1 } }, { method: 'turn', params: {} }, { id: 0, result: null }, { id: 1, error: fault }]) {
      expect(parseMessage(JSON.stringify(wire(message)))).toEqual(message)
    }
  })

  it.each([
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"status"}]'],
    ['no version', '{"id":1,"method":"status"}'],
    ['an id that is a string', '{"jsonrpc":"2.0","id":"1","method":"status"}'],
    ['a negative id', '{"jsonrpc":"2.0","id":-1,"method":"status"}'],
    ['result and error', '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"","data":{}}}'],
    ['a reply to nothing', '{"jsonrpc":"2.0","result":1}'],
    ['an error without its report', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'],
    ['half a document', '{"jsonrpc":"2.0"'],
    ['nothing', ''],
  ])('%s is no message', (_, text) => {
    expect(parseMessage(text)).toBeUndefined()
  })

  it('never throw on any text', () => {
    assert(property(oneof(string(), json()), (text) => { parseMessage(text) }))
  })
})
