import type { Picture } from './read-picture.ts'

/**
 * The modules of a QR code's picture, true for dark, without its quiet zone. Undefined for a picture that is not one upright
 * code on light ground, so that nothing is drawn that no phone can read.
 */
export function qrModules({ width, height, grey }: Picture): boolean[][] | undefined {
  let [darkest, lightest] = [255, 0]
  for (const value of grey) { darkest = Math.min(darkest, value); lightest = Math.max(lightest, value) }
  if (lightest - darkest < 64) return undefined
  const middle = (darkest + lightest) / 2
  const dark = (x: number, y: number): boolean => (grey[y * width + x] ?? 255) < middle

  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!dark(x, y)) continue
      left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y)
    }
  }
  let corner = 0
  while (left + corner <= right && dark(left + corner, top)) corner += 1
  // The upper edge of the corner's square is seven modules.
  const size = (right - left + 1) / Math.round(((right - left + 1) * 7) / corner)
  const count = Math.round((right - left + 1) / size)
  if (!(count >= 21 && count <= 177 && count % 4 === 1) || Math.abs(right - left - (bottom - top)) > size) return undefined
  const at = (start: number, index: number): number => Math.floor(start + (index + 0.5) * size)
  const rows = Array.from({ length: count }, (_, y) => Array.from({ length: count }, (__, x) => dark(at(left, x), at(top, y))))
  return isFinder(rows, 0, 0) && isFinder(rows, count - 7, 0) && isFinder(rows, 0, count - 7) ? rows : undefined
}

/** The square in three of the corners, with the light line about it. */
function isFinder(rows: readonly (readonly boolean[])[], left: number, top: number): boolean {
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < 7; x += 1) {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
      if (rows[top + y]?.[left + x] !== (ring !== 2)) return false
    }
  }
  return true
}
