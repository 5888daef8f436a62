/**
 * What the elective site's pages say of themselves (protocols §2.4). It answers status 200 whatever happened, and puts the
 * failure into a page titled 系统异常 or 系统提示, or into a cell of the page that was asked for.
 */
export type PageState = 'signed-in' | 'signed-out' | 'bot' | 'refused' | 'unknown'

/** 会话超时 also stands where `xh` is missing (bug-log 139); 回话 is the site's own spelling. */
const endings: readonly string[] = ['尚未登录', '会话超时', '超时操作，请重新登录', 'token无效', '共享了回话']

export function stateOf(text: string): PageState {
  const failed = /<title>\s*(?:系统异常|系统提示)/.test(text)
  if (failed && text.includes('刷课机')) return 'bot'
  if ((failed || /id=["']?msgTips/.test(text)) && endings.some((ending) => text.includes(ending))) return 'signed-out'
  if (failed) return 'refused'
  // The menu of whoever is in; no page without a session has it.
  return /\/elective2008\/logout\.do|electiveWork\/ElectiveWorkController\.jpf/.test(text) ? 'signed-in' : 'unknown'
}

/** The two programmes of a double degree, by their links on the page that ssoLogin.do answers with instead of going on. */
export function programmesOf(text: string): ReadonlyMap<string, string> {
  const links = [...text.matchAll(/[?&]sida=(\w{8,64})&(?:amp;)?sttp=(bzx|bfx)\b/g)]
  return new Map(links.map(([, sida = '', sttp = '']) => [sttp === 'bzx' ? 'major' : 'minor', `/elective2008/ssoLogin.do?sida=${sida}&sttp=${sttp}`]))
}
