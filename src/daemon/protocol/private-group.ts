import { readFileSync } from 'node:fs'

/** Who the machine's own files say is in which group: `/etc/group`, `/etc/passwd` and `/etc/nsswitch.conf` as text, '' where there is none. */
export interface GroupFiles { readonly group: string; readonly passwd: string; readonly nsswitch: string }
/** The person this process runs as. */
interface Self { readonly name: string; readonly gid: number }

/** The group whose name is everybody's on machines that do not give each login a group of its own. */
const usersGid = 100

/**
 * Whether nobody but this user and root can write by a group's right: root's group; the user's own group, which has the
 * user's name and nobody else (Debian and Fedora make one for each login, and a umask of 002 with it); and, of a directory
 * that is root's (`/home` as root:staff on some Debians), any group that nobody is in. Where a directory service may know
 * more members than the files, and on macOS, only root's group counts.
 */
export function isPrivateGroup(gid: number, ofRootsDirectory: boolean, { group, passwd, nsswitch }: GroupFiles, self: Self): boolean {
  if (gid === 0) return true
  const known = rows(group).find(([, , id]) => id === String(gid))
  if (!known || /^[ \t]*(?:passwd|group)[ \t]*:.*\b(?:ldap|sss|winbind|nis|nisplus|hesiod)\b/m.test(nsswitch)) return false
  const [name, , , listed = ''] = known
  const byLogin = rows(passwd).flatMap(([login = '', , , primary]) => (primary === String(gid) ? [login] : []))
  const others = [...listed.split(','), ...byLogin].filter((login) => login !== '' && login !== self.name && login !== 'root')
  if (others.length > 0) return false
  return (gid === self.gid && name === self.name) || (ofRootsDirectory && gid !== usersGid)
}

/** The same, of this machine and this process. The files are read only where a directory's group may write to it at all. */
export function isPrivateGroupHere(gid: number, ofRootsDirectory: boolean): boolean {
  if (gid === 0) return true
  if (process.platform === 'darwin') return false
  const files = { group: read('/etc/group'), passwd: read('/etc/passwd'), nsswitch: read('/etc/nsswitch.conf') }
  const { username, gid: own } = process.getBuiltinModule('os').userInfo()
  return isPrivateGroup(gid, ofRootsDirectory, files, { name: username, gid: own })
}

const rows = (text: string): string[][] => text.split('\n').map((line) => line.split(':'))

function read(path: string): string {
  try { return readFileSync(path, 'utf8') } catch { return '' }
}
