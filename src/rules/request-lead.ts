/** What stands around an act in what the person typed. */
export interface Around {
  /** Of the act's own clause, in front of it and behind it. */
  readonly lead: string
  readonly rest: string
  /** The earlier clauses of its sentence. */
  readonly before: string
  /** The sentences before that one. */
  readonly earlier: string
  /** Whether a time may stand in front of it: "明天 8 点提醒我". */
  readonly timed: boolean
}

/**
 * Whether an act stands where a request does: at the beginning of its clause but for polite words ("请帮我", "can you"), a
 * time, or what it is done to ("把这个…记下来"); and not as what is read, shown, searched for, translated, written or posted,
 * which would make it somebody's words. When in doubt it does not. Linear in the text.
 */
export function isRequested({ lead, rest, before, earlier, timed }: Around): boolean {
  const [done = '', own = ''] = atJoint(lead)
  const left = own.replace(timed ? timedToken : token, '')
  const fronted = /^[把将]\s*\S/.test(left) && atItsEnd.test(rest)
  if (left !== '' && !fronted) return false
  if (writes.test(`${earlier} ${before} ${lead}`) || reads.test(own) || unresolved.test(`${before} ${done}`)) return false
  return !reads.test(`${before} ${done}`) || /^\s*(?:结果|the results?\b)/i.test(rest)
}

/** Another request before it in its clause: "查一下课表并", "check it and then". */
function atJoint(lead: string): readonly [done: string, own: string] {
  const joint = /^(.*)(?:然后|接着|之后|随后|顺便|并且?|同时|再|\b(?:and|then|but)\b)/i.exec(lead)
  // What joins nothing is the beginning of a time: "上课之后".
  return joint?.[1] === undefined ? ['', lead] : [joint[1], lead.slice(joint[0].length)]
}

const polite = [
  '(?:请|麻烦|劳驾|劳烦|拜托|烦请)(?:你们?|您)?', '[你您]?(?:能不能|能否|可不可以|可否|可以|能)请?[你您]?', '[你您]?(?:帮忙|帮一?下忙?|帮|替|给)(?:我们?|咱们?)?(?:一?下)?',
  '我们?(?:想要|想让|想请|想|要|希望|需要|要求)[你您]', '(?:希望|需要)[你您]', '[你您](?:得|必须|应该|一定要|务必|要)?', '务必|千万|一定要?|必须|要|记得|(?:别|不要)忘[了记]?|赶紧|马上|立刻|直接',
  '嗯+|哦|噢|对了|好的|好|行|没错|是的|那么|那就|那|就|先|都|也|还有|还|另外|此外|顺手|最后|以后|今后|下次|这次|从现在(?:起|开始)|从今天(?:起|开始)|从今以后|一直|永远|你好|您好|嗨|哈喽',
  String.raw`(?:please|pls|kindly|just|(?:can|could|would|will) you|i(?:['’]d like| want| need| would like) you to|you (?:should|must|need to|have to)|(?:make|be) sure(?: that)?(?: you| to)?|(?:do not|don['’]t|never) forget to|try to|help me(?: to)?|let['’]s|go ahead and)\b`,
  String.raw`(?:ok(?:ay)?|yes|yeah|sure|hey|hi|hello|also|so|now|first|next|finally|oh|well|great|from now on|in (?:the )?future|always|by the way|btw)\b`,
  String.raw`[\s,~]+`,
]
const times = [
  '[待等过]一?会儿?|一会儿?|[待等]一?下|稍后|晚点儿?',
  '[今明后大每下这本未来接在到于从等个一二两三四五六七八九十半几零\\d:点分秒钟刻整小时候天日号月年周礼拜星期早晚上中午凌晨夜末底初左右内]+',
  '[^\\s,他她它们谁把将]{1,16}?(?:[之以]?[前后]|时候?|当天|那天)',
  String.raw`(?:tomorrow|today|tonight|at|on|in|by|before|after|when|once|every|each|next|this|later)\b(?:(?!\b(?:they|he|she|who|people|mom|dad|(?:some|every)(?:one|body)|teachers?|friends?)\b)[\w\s:'’-]){0,60}?(?=\b(?:please|can|could|would|will)\b|$)`,
]
/** One after the other from the front, each tried once at its place. */
const token = new RegExp(polite.join('|'), 'giy')
const timedToken = new RegExp([...polite, ...times].join('|'), 'giy')

/** "把…" has its act at the end of the clause. */
const atItsEnd = /^\s{0,9}(?:事项|清单|列表|表)?[里中上]?面?去?[吧呀啊哦啦]?(?:好[吗么不]|可以[吗么]|行[吗么])?[\s:~!?]{0,9}$/

/** What reads or shows: what it reads may be named in the rest of its sentence. */
const reads = /搜|找|检索|读|念|朗诵|打开|点开|看看|看(?:一?下|下面|这|那)|瞧|显示|展示|列出|列一|总结|概[括述]|归纳|摘要|解释|讲讲|分析|评价|统计|数[一数]|树洞里|\b(?:search|find|look(?:ing)? (?:up|for|at)|google|query|read|open|show|display|list|summari[sz]e|explain|describe|analy[sz]e|count)\b/i
/** What writes or posts, and what names a text: the rest of what was typed may be that text. */
const writes = /翻译|译成|润色|改[写成编]|[续仿扩缩抄]写|写[一个篇首条段封点]|发(?:树洞|帖|布|表|送|出|[一个条给到])|回复|[回跟]他|[回跟]她|评论|留言|转发|粘贴|复制|标题|题[目为]|内容|正文|原文|歌词|以下|下面|如下|[这那][段句首][话]?|\b(?:translate|rewrite|rephrase|paraphrase|polish|proofread|post(?:s|ed)?|publish|reply|comment|tweet|write|compose|draft|send|titled?|content|following|quote[sd]?|lyrics)\b/i
/** A verb without what it is done to: that comes behind the comma. */
const unresolved = /[搜查找看读念译](?:一?下|[搜查找看读念索询阅])?\s{0,9}$/
