import { describe, expect, it } from 'vitest'
import { isPrivateGroup } from '../../src/daemon/protocol/private-group.ts'

const files = {
  group: 'root:x:0:\nstaff:x:50:\nusers:x:100:\nsudo:x:27:ming\nming:x:1000:\nhong:x:1001:\nlab:x:1002:ming,hong\nshared:x:1003:\n',
  passwd: 'root:x:0:0::/root:/bin/sh\nming:x:1000:1000::/home/ming:/bin/sh\nhong:x:1001:1001::/home/hong:/bin/sh\nlan:x:1002:1003::/home/lan:/bin/sh\nmei:x:1003:1003::/home/mei:/bin/sh\n',
  nsswitch: 'passwd: files systemd\ngroup: files systemd\n',
}
const ming = { name: 'ming', gid: 1000 }

describe('a group that may write to a directory above the socket', () => {
  it.each([
    ['root’s group', 0, false, true],
    ['the user’s own, with nobody else in it', 1000, false, true],
    ['another user’s own', 1001, false, false],
    ['one that others are in', 1002, false, false],
    ['one that others are in, of a directory of root’s', 1002, true, false],
    ['a login’s only by /etc/passwd', 1003, true, false],
    ['one that nobody is in, of a directory of root’s (/home as root:staff)', 50, true, true],
    ['the same of a directory of one’s own', 50, false, false],
    ['`users`, whoever it lists', 100, true, false],
    ['one that no file knows', 4711, true, false],
  ])('%s', (_, gid, ofRoots, safe) => {
    expect(isPrivateGroup(gid, ofRoots, files, ming)).toBe(safe)
  })

  it('a shared primary group is nobody’s own, also where only this user is listed', () => {
    expect(isPrivateGroup(1003, false, files, { name: 'lan', gid: 1003 })).toBe(false)
    expect(isPrivateGroup(1003, false, { ...files, passwd: 'lan:x:1002:1003::/:/bin/sh\n' }, { name: 'lan', gid: 1003 })).toBe(false)
  })

  it.each(['passwd: files sss\n', 'passwd: files\ngroup: files ldap\n', 'group: compat winbind\n'])('nothing but root’s group where a directory service knows more members (%j)', (nsswitch) => {
    expect(isPrivateGroup(1000, false, { ...files, nsswitch }, ming)).toBe(false)
    expect(isPrivateGroup(0, false, { ...files, nsswitch }, ming)).toBe(true)
  })
})
