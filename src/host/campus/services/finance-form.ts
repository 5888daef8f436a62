/**
 * A body as the finance portal's own pages write it (protocols §2.7): names and values alike in a code that has no key, so that
 * it hides nothing. `salt` gives five letters, new for each name and value.
 */
export function codedForm(fields: readonly (readonly [name: string, value: string])[], salt: () => string): string {
  return fields.map((pair) => pair.map((text) => encodeURIComponent(coded(text, salt()))).join('=')).join('&')
}

function coded(text: string, salt: string): string {
  return `${mirrored([...base64(base64(text) + salt)])}eEc`
}

/** Every second letter of the first half changes places with its mirror. */
function mirrored(letters: readonly string[]): string {
  const half = Math.floor(letters.length / 2)
  return letters.map((letter, at) => {
    const mirror = letters.length - 1 - at
    const nearer = Math.min(at, mirror)
    return nearer < half && nearer % 2 === 0 ? letters[mirror] ?? letter : letter
  }).join('')
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')
