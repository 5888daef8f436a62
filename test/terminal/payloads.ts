/** garak's terminal payloads and what its bad characters are made of: invisible, reordering and deleting, beside tags and C1. */
export const payloads = [
  'a\u001b[2J\u001b[Hb', '\u001b]52;c;cm0gLXJm\u0007', '\u001b]8;;https://evil.example\u001b\\官网\u001b]8;;\u001b\\', '\u001b]0;title\u001b\\', '\u001b[6n', '\u001b]1337;File=name=eA==:AAAA\u0007', '\u001bP+q544e\u001b\\', '\u009b2J', '\u009d0;x\u009c', '\u0090q\u009c',
  'ab\b\bcd', 'del\u007f', 'x\rforged', 'nul\u0000', 'bell\u0007', 'pass\u200bword', 'a\u200c\u200db', '\u2060\u2064\ufeff', 'user\u202e\u2066admin\u2069', '\u061c\u200f', '你好\u{e0049}\u{e0067}', '🏴\u{e0061}\u{e007f}', 'ㅤ\u3164\u115f\uffa0', '\u2800', '\ud800', '\u2028line', 'a\u0085b', 'a\u034fb', '\u180e', '😀\u{e0101}',
]
/** What a person may see, and sees. */
export const visible = ['👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '1️⃣', '🇨🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '理教306室：高等数学', '繁體字']

/** Every text in a JSON value. */
export const textsOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [])
