/** What may never be left in a text, apart from emoji sequences: judged by code point, not by the patterns of the code. */
export function leftovers(text: string): readonly string[] {
  const plain = text.replace(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0e\ufe0f]?(?:\u200d\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0e\ufe0f]?)*|[0-9#*]\ufe0f\u20e3/gu, '')
    .replace(/\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu, '')
  return Array.from(plain).filter((character) => {
    const code = character.codePointAt(0) ?? 0
    return (code < 0x20 && code !== 10 && code !== 9) || (code >= 0x7f && code <= 0x9f) || code === 0xad || code === 0x34f || code === 0x61c
      || (code >= 0x115f && code <= 0x1160) || code === 0x3164 || code === 0xffa0 || (code >= 0x180b && code <= 0x180f) || (code >= 0x200b && code <= 0x200f)
      || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || (code >= 0xd800 && code <= 0xdfff)
      || (code >= 0xfe00 && code <= 0xfe0f) || code === 0xfeff || (code >= 0xfff9 && code <= 0xfffb) || (code >= 0xe0000 && code <= 0xe0fff)
  })
}
