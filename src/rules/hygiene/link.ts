/** Of a link's target, all that is shown: `: host`, or nothing where it names no host. */
export function hostOf(target: string): string {
  const authority = /^\s*(?:[a-z][a-z0-9+.-]{0,30}:)?[/\\]{2}([^/\\?#\s]{1,255})/i.exec(target)?.[1]
  const host = authority?.slice(authority.lastIndexOf('@') + 1)
  return host ? `: ${host.replace(/[^\p{L}\p{N}.:-]/gu, '?')}` : ''
}
