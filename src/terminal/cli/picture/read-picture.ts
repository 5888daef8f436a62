/** A picture in grey, row by row: 0 black, 255 white. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** Captchas and QR codes have some thousand bytes; what has more than this is none. */
const mostBytes = 256 * 1024
const mostPixels = 1_000_000

/**
 * By its first bytes: IAAA's clients disagree on the kind, which has changed before (bug-log 142), and a content type is only
 * what somebody says (protocols §1.2). A GIF is named for the file that the person opens; none is drawn here.
 */
export function kindOf(bytes: Uint8Array): 'png' | 'jpg' | 'gif' | undefined {
  const starts = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (starts === '89504e470d0a1a0a') return 'png'
  if (/^474946383[79]61/.test(starts)) return 'gif'
  return starts.startsWith('ffd8ff') ? 'jpg' : undefined
}

/**
 * A PNG or JPEG from outside, or undefined for what is no such picture, is broken, or is larger than any captcha. Its
 * decoders are loaded when one comes.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture | undefined> {
  const kind = bytes.length <= mostBytes ? kindOf(bytes) : undefined
  try {
    if (kind === 'png') return await readPng(Buffer.from(bytes))
    return kind === 'jpg' ? await readJpeg(bytes) : undefined
  } catch {
    return undefined
  }
}

async function readPng(bytes: Buffer): Promise<Picture | undefined> {
  const [width, height, interlaced] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes.readUInt8(28)]
  // The decoder bounds what it inflates by the size that the head names, but not where that is interlaced or comes twice.
  if (width * height > mostPixels || interlaced !== 0 || bytes.indexOf('IHDR') !== bytes.lastIndexOf('IHDR')) return undefined
  const { PNG } = await import('pngjs')
  const { data } = PNG.sync.read(bytes)
  return { width, height, grey: greyOf(data) }
}

async function readJpeg(bytes: Uint8Array): Promise<Picture> {
  const { decode } = await import('jpeg-js')
  const { width, height, data } = decode(bytes, { useTArray: true, maxResolutionInMP: mostPixels / 1e6, maxMemoryUsageInMB: 64 })
  return { width, height, grey: greyOf(data) }
}

/** Of four bytes a pixel; what can be seen through stands on white. */
function greyOf(rgba: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4)
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = rgba.subarray(at * 4, at * 4 + 4)
    grey[at] = 255 + ((0.299 * red + 0.587 * green + 0.114 * blue - 255) * alpha) / 255
  }
  return grey
}
