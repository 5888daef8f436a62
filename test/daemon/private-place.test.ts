import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertPrivateDirectory, makePrivateDirectory } from '../../src/daemon/protocol/private-place.ts'

let home: string
beforeEach(() => { home = mkdtempSync(join(tmpdir(), 'pkuh-place-')) })
afterEach(() => { rmSync(home, { recursive: true, force: true }) })
const place = (...parts: string[]) => join(home, ...parts)
const isRoot = process.getuid?.() === 0
/** `users`, which no machine gives to one login. */
const usersGid = 100
const hasGroupOfItsOwn = () => execFileSync('id', ['-gn'], { encoding: 'utf8' }) === execFileSync('id', ['-un'], { encoding: 'utf8' })

describe.runIf(process.platform !== 'win32')('a private directory', () => {
  it('is made 0700 below directories of one\'s own, and below a sticky one that all may write to', () => {
    makePrivateDirectory(place('data', 'pku-harness', 'sim'))
    chmodSync(place('data'), 0o1777)
    makePrivateDirectory(place('data', 'pku-harness', 'sim'))
    assertPrivateDirectory(place('data', 'pku-harness', 'sim'))
  })

  it.each([0o777, 0o757])('is neither made nor trusted below one that others may write to (%o)', (mode) => {
    makePrivateDirectory(place('run', 'pku-harness', 'sim'))
    mkdirSync(place('open'))
    for (const open of ['run', 'open']) chmodSync(place(open), mode)
    expect(() => makePrivateDirectory(place('run', 'pku-harness', 'sim'))).toThrow('DAEMON_UNSAFE_PLACE')
    expect(() => assertPrivateDirectory(place('run', 'pku-harness', 'sim'))).toThrow('DAEMON_UNSAFE_PLACE')
    expect(() => makePrivateDirectory(place('open', 'pku-harness'))).toThrow('DAEMON_UNSAFE_PLACE')
    expect(existsSync(place('open', 'pku-harness'))).toBe(false)
  })

  it.runIf(isRoot)('is neither made nor trusted below one that a group of others may write to; below a sticky one it is', () => {
    makePrivateDirectory(place('shared', 'pku-harness'))
    chownSync(place('shared'), 0, usersGid)
    chmodSync(place('shared'), 0o775)
    expect(() => assertPrivateDirectory(place('shared', 'pku-harness'))).toThrow('DAEMON_UNSAFE_PLACE')
    expect(() => makePrivateDirectory(place('shared', 'run'))).toThrow('DAEMON_UNSAFE_PLACE')
    chmodSync(place('shared'), 0o1775)
    makePrivateDirectory(place('shared', 'run'))
  })

  it('is fine below a directory that its own user’s group may write to, as a umask of 002 makes them', () => {
    mkdirSync(place('.local'))
    chmodSync(place('.local'), 0o775)
    if (hasGroupOfItsOwn()) makePrivateDirectory(place('.local', 'pku-harness'))
    else expect(() => makePrivateDirectory(place('.local', 'pku-harness'))).toThrow('DAEMON_UNSAFE_PLACE')
  })

  it('is not trusted where a symlink above leads into such a one, and is where it leads to a safe one', () => {
    mkdirSync(place('open', 'inner'), { recursive: true })
    symlinkSync(place('open', 'inner'), place('link'))
    makePrivateDirectory(place('link', 'pku-harness'))
    chmodSync(place('open'), 0o777)
    expect(() => assertPrivateDirectory(place('link', 'pku-harness'))).toThrow('DAEMON_UNSAFE_PLACE')
    expect(() => makePrivateDirectory(place('link', 'other'))).toThrow('DAEMON_UNSAFE_PLACE')
  })

  it.runIf(isRoot)('is neither made nor trusted below one of another user\'s', () => {
    makePrivateDirectory(place('theirs', 'pku-harness'))
    chownSync(place('theirs'), 12_345, 12_345)
    expect(() => assertPrivateDirectory(place('theirs', 'pku-harness'))).toThrow('DAEMON_UNSAFE_PLACE')
    expect(() => makePrivateDirectory(place('theirs', 'more'))).toThrow('DAEMON_UNSAFE_PLACE')
  })
})
