import jsqr from 'jsqr'
import type { Terminal } from './terminal.ts'

/** What a phone that is held before the screen reads. */
export function scan(terminal: Terminal): string | undefined {
  const drawn = terminal.page().filter((line) => /[▀▄█]/.test(line)).map((line) => [...line])
  if (drawn.length === 0) return undefined
  const [columns, scale, margin] = [Math.max(...drawn.map(({ length }) => length)) + 8, 4, 8]
  const rows = drawn.flatMap((line) => ['▀█', '▄█'].map((dark) => line.map((cell) => dark.includes(cell))))
  const height = (rows.length + 2 * margin) * scale
  const pixels = new Uint8ClampedArray((columns + margin) * scale * height * 4).fill(255)
  const width = (columns + margin) * scale
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rows[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin]) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return jsqr.default(pixels, width, height)?.data
}
