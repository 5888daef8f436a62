/**
 * Whether a path may be asked as it stands: absolute, in its one canonical spelling, without `..`, `//`, a query, a
 * fragment, path parameters or encoded separators. The endpoint table is looked up by this spelling, so no other may
 * mean the same path: percent-encoding is allowed only for what cannot stand plainly (a space, non-ASCII bytes).
 */
export function isCanonicalPath(path: string): boolean {
  if (!/^\/(?!\/)(?:[\w.~!$&'()*+,=:@-]|%20|%[89A-F][0-9A-F]|\/(?!\/))*$/.test(path) || path.length > 512) return false
  return !path.split('/').some((segment) => segment === '.' || segment === '..') && isUtf8(path)
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
