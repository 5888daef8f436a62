import { encode as encodeJpeg } from 'jpeg-js'
import jsqr from 'jsqr'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { drawCaptcha } from '../../../fixtures/campus/iaaa/captcha-image.ts'
import { greyPng } from '../../../fixtures/campus/iaaa/grey-png.ts'
import { drawModules, drawPicture } from '../../../src/terminal/cli/picture/half-blocks.ts'
import { qrModules } from '../../../src/terminal/cli/picture/qr-modules.ts'
import { kindOf, readPicture } from '../../../src/terminal/cli/picture/read-picture.ts'

const wide = { columns: 200, rows: 200 }

/** What a phone would read off the lines. */
function scan(lines: readonly string[]): string | undefined {
  const rows = lines.flatMap((line) => {
    const cells = [...line.replaceAll(/\u001b\[[\d;]*m/g, '')]
    return [cells.map((cell) => '▀█'.includes(cell)), cells.map((cell) => '▄█'.includes(cell))]
  })
  const [width, scale] = [(rows[0]?.length ?? 0), 4]
  const pixels = new Uint8ClampedArray(width * rows.length * scale * scale * 4).fill(255)
  for (let y = 0; y < rows.length * scale; y += 1) {
    for (let x = 0; x < width * scale; x += 1) if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)]) pixels.fill(0, (y * width * scale + x) * 4, (y * width * scale + x) * 4 + 3)
  }
  return jsqr.default(pixels, width * scale, rows.length * scale)?.data
}

function jpeg(rows: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const side = rows.length * scale
  const data = Buffer.alloc(side * side * 4, 0xff)
  for (let at = 0; at < side * side; at += 1) if (rows[Math.floor(at / side / scale)]?.[Math.floor((at % side) / scale)]) data.fill(0x10, at * 4, at * 4 + 3)
  return encodeJpeg({ data, width: side, height: side }, 60).data
}

describe('a QR code', () => {
  it.each(['x', 'https://iaaa.pku.edu.cn/sim?0123456789abcdef01234567', 'y'.repeat(200), 'z'.repeat(900)])('of any size is read module by module and drawn so that a phone reads %.12s…', async (text) => {
    const { data } = encode(text, { ecc: 'L', border: 4 })
    for (const scale of [2, 3, 5]) {
      for (const bytes of [greyPng(data, scale), jpeg(data, scale)]) {
        const picture = await readPicture(bytes)
        const modules = picture && qrModules(picture)
        expect(modules && scan(drawModules(modules, wide) ?? [])).toBe(text)
      }
    }
  })

  it('that does not fit is not drawn at all', () => {
    const { data } = encode('x', { border: 0 })
    expect(drawModules(data, { columns: 25, rows: 15 })).toHaveLength(13)
    expect(drawModules(data, { columns: 24, rows: 15 })).toBeUndefined()
    expect(drawModules(data, { columns: 25, rows: 14 })).toBeUndefined()
  })

  it('what is no QR code is not taken for one', async () => {
    const plain = Array.from({ length: 29 }, () => Array<boolean>(29).fill(false))
    const broken = encode('x', { border: 4 }).data.map((row, y) => row.map((dark, x) => (x === 5 && y === 5 ? !dark : dark)))
    for (const bytes of [drawCaptcha('1234'), greyPng(plain, 4), greyPng(broken, 4)]) {
      const picture = await readPicture(bytes)
      expect(picture && qrModules(picture)).toBeUndefined()
    }
  })
})

describe('a captcha', () => {
  it('bug-log 142: is told by its first bytes, whatever IAAA makes it this year: a JPEG is drawn as a PNG is, and a GIF, which is not, has its own name as a file for the person', async () => {
    const modules = Array.from({ length: 7 }, (_, y) => Array.from({ length: 7 }, (_cell, x) => (x + y) % 2 === 0))
    const [png, jpg, gif] = [greyPng(modules, 8), jpeg(modules, 8), Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')]
    expect([png, jpg, gif].map((bytes) => kindOf(bytes))).toEqual(['png', 'jpg', 'gif'])
    const [fromPng, fromJpg, fromGif] = await Promise.all([png, jpg, gif].map((bytes) => readPicture(bytes)))
    expect(fromGif).toBeUndefined()
    const dark = (picture: typeof fromPng) => picture && [picture.width, picture.height, ...Array.from(picture.grey, (grey) => grey < 128)]
    expect(dark(fromJpg)).toEqual(dark(fromPng))
  })

  it('is drawn in greys, at half its size where the terminal is narrow, and not at all where that is too little', async () => {
    const picture = await readPicture(drawCaptcha('1234'))
    if (!picture) throw new Error('no picture')
    expect([picture.width, picture.height]).toEqual([136, 56])
    expect(drawPicture(picture, wide)).toHaveLength(28)
    const lines = drawPicture(picture, { columns: 79, rows: 24 }) ?? []
    expect([lines.length, lines[0]?.split('▀').length]).toEqual([14, 69])
    expect(drawPicture(picture, { columns: 60, rows: 24 })).toBeUndefined()
    expect(drawPicture(picture, { columns: 79, rows: 2 })).toBeUndefined()
  })
})

describe('outside bytes', () => {
  const png = Buffer.from(drawCaptcha('1234'))
  const grown = Buffer.from(png)
  grown.writeUInt32BE(60_000, 16)
  const interlaced = Buffer.from(png)
  interlaced.writeUInt8(1, 28)
  it.each([
    ['nothing', Buffer.alloc(0)], ['a page', Buffer.from('<html>')], ['a PNG\'s head', png.subarray(0, 12)], ['half a PNG', png.subarray(0, 90)], ['a PNG of 3 million pixels', grown],
    ['an interlaced PNG', interlaced], ['two heads', Buffer.concat([png, png])], ['a JPEG\'s head', Buffer.from('ffd8ffe0', 'hex')], ['a large file', Buffer.concat([png, Buffer.alloc(300_000)])],
  ])('%s is no picture', async (_, bytes) => { expect(await readPicture(bytes)).toBeUndefined() })
})
