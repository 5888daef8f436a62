const digits = '零一二三四五六七八九'
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 }

/**
 * A whole number under 100,000,000 as Chinese pages write it: `三`, `十二`, `两百零五`, `一万零三百`, and digit by digit `二〇二六`.
 * Undefined for what is no such number, and for what is said loosely: 一百五 may be 150 or 105, 三四 one of the two.
 */
export function chineseNumber(text: string): number | undefined {
  const plain = text.replaceAll('〇', '零').replaceAll('两', '二').replace(/^一十/, '十')
  if (/^(?![一二三四五六七八九]{2}$)[零一二三四五六七八九]{1,8}$/.test(plain)) return [...plain].reduce((number, digit) => number * 10 + digits.indexOf(digit), 0)
  if (!/^[零一二三四五六七八九十百千万]{1,17}$/.test(plain)) return undefined
  const number = plain.split('万').reduce((sum, part) => sum * 10_000 + sectionOf(part), 0)
  // Whatever is written in another way than the number itself is, is none.
  return number < 100_000_000 && written(number) === plain ? number : undefined
}

/** A part of at most four digits, without a look at its order. */
function sectionOf(part: string): number {
  let [sum, digit] = [0, 0]
  for (const char of part) {
    const unit = units[char]
    if (unit === undefined) digit = digits.indexOf(char)
    else [sum, digit] = [sum + (digit || 1) * unit, 0]
  }
  return sum + digit
}

function written(number: number): string {
  const [high, low] = [Math.floor(number / 10_000), number % 10_000]
  const all = high === 0 ? section(low) : `${section(high)}万${low === 0 ? '' : `${low < 1_000 ? '零' : ''}${section(low)}`}`
  return all.replace(/^一十/, '十')
}

/** 一百零五: one 零 for all the places that are skipped inside, none at the end. */
const section = (number: number): string =>
  [...String(number)].map((digit, at, all) => (digit === '0' ? '零' : `${digits[Number(digit)]}${['', '十', '百', '千'][all.length - 1 - at]}`)).join('').replace(/零+/g, '零').replace(/零$/, '')
