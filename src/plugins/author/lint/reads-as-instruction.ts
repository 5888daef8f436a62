/**
 * What in a text reads as an instruction to a model and not as words about a tool: taking back what it was told, hiding from
 * the person, acting without asking, speaking in another's role. Undefined where nothing does. A sieve for honest mistakes and plain attacks, and
 * no wall: what a tool brings back is held as third-party text whatever it says.
 */
export function readsAsInstruction(text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)
    if (found) return found[0].slice(0, 60)
  }
  return undefined
}

const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:a(?:ll|ny) |the |your |my |every )?(?:of the )?(?:previous|prior|above|earlier|preceding|existing|system|other|safety|instructions?|rules|guidelines)\b/i,
  /\b(?:new|real|actual|updated|following) (?:system )?instructions?\s?[:：]/i,
  /\b(?:system|developer) (?:prompt|message)\b/i,
  /<\/?(?:system|assistant|user|instructions?|information|important|tool_call|im_start|im_end)\b[^>\n]{0,40}>|<\|[a-z_]{2,20}\|>|\[\/?INST\]/i,
  /\byou (?:are now|must|should always|should immediately|have to|will now)\b/i,
  /\b(?:always|never|do not|don't|must not) (?:tell|inform|ask|mention|reveal|notify|warn|show|call|use|refuse)\b/i,
  /\bwithout (?:asking|telling|informing|confirming|confirmation|permission|approval)\b/i,
  /\b(?:you should|please|finally|then) (?:first )?(?:use|call|invoke) the tool\b|\byou should (?:use|call|invoke)\b/i,
  /\b(?:call|use|invoke|run) (?:this|the [\w.]{1,40}) tool (?:first|before|instead|immediately|every time)\b/i,
  /\bbefore you (?:can |do |answer|solve|respond|continue|use)/i,
  /\bas an? (?:ai|language model|assistant)\b/i,
  /\b(?:dear|hey|attention|note to) (?:ai|assistant|model|claude|gpt|llm)\b/i,
  /(?:忽略|无视|忘记|忘掉|不要理会)(?:掉|之前|以上|上面|前面|先前|所有|一切|你|系统|全部|任何){1,4}/,
  /(?:不要|别|禁止|不得)(?:告诉|通知|提醒|询问|让)(?:用户|使用者|本人|同学|他|她|对方|主人)/,
  /(?:你|模型|助手|AI)(?:现在)?(?:必须|一定要|务必|应当立即|应该立即|要立刻)/i,
  /(?:无需|不用|不必|不需要)(?:经过|征求|询问|用户|本人){1,3}(?:同意|确认|批准|许可)/,
  /(?:系统提示词?|开发者消息|新的?指令)\s?[:：]?/,
  /(?:你现在是|从现在起你|从现在开始你|假装你是|扮演)/,
]
