import type { Picture } from './read-picture.ts'

/** The room a terminal has. */
export interface Room { readonly columns: number; readonly rows: number }

/** Light around a QR code, in modules: less than the four that the standard wants, and what phones are content with. */
const quiet = 2

/**
 * A QR code with one module a half block, black on white whatever the terminal's colours are; undefined where it does not
 * fit, since a phone can read no part of one.
 */
export function drawModules(modules: readonly (readonly boolean[])[], { columns, rows }: Room): string[] | undefined {
  const side = modules.length + 2 * quiet
  if (side > columns || Math.ceil(side / 2) + 2 > rows) return undefined
  const dark = (x: number, y: number): boolean => modules[y - quiet]?.[x - quiet] === true
  return Array.from({ length: Math.ceil(side / 2) }, (_, line) => {
    const cells = Array.from({ length: side }, (__, x) => ' ▀▄█'[(dark(x, line * 2) ? 1 : 0) + (dark(x, line * 2 + 1) ? 2 : 0)])
    return `\u001b[38;5;16;48;5;231m${cells.join('')}\u001b[0m`
  })
}

/** A captcha is still read at half its size, and hardly below. */
const smallest = 2

/** A picture in greys of the 256 colours, two pixels a cell, made smaller where it has to be; undefined where it would get too small. */
export function drawPicture({ width, height, grey }: Picture, { columns, rows }: Room): string[] | undefined {
  const by = Math.max(1, Math.ceil(width / columns), Math.ceil(height / 2 / (rows - 2)))
  if (rows <= 2 || by > smallest) return undefined
  const colour = (x: number, y: number): number => {
    let [sum, count] = [0, 0]
    for (let inner = 0; inner < by * by; inner += 1) {
      const [px, py] = [x * by + (inner % by), y * by + Math.floor(inner / by)]
      if (px < width && py < height) { sum += grey[py * width + px] ?? 255; count += 1 }
    }
    return 232 + Math.round(((count === 0 ? 255 : sum / count) / 255) * 23)
  }
  return Array.from({ length: Math.ceil(height / by / 2) }, (_, line) => {
    const cells = Array.from({ length: Math.ceil(width / by) }, (__, x) => `\u001b[38;5;${colour(x, line * 2)};48;5;${colour(x, line * 2 + 1)}m▀`)
    return `${cells.join('')}\u001b[0m`
  })
}
