/** A text in which a document has written `中文 / English`: the half that the person reads; any other as it is. */
export function halfOf(text: string, lang: 'zh' | 'en'): string {
  const halves = text.split(' / ')
  return halves.length === 2 && /\p{Script=Han}/u.test(halves[0] ?? '') ? halves[lang === 'zh' ? 0 : 1] ?? text : text
}
