import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { shippedTools } from '../../src/terminal/cli/complete/shipped-tools.ts'
import { type Stage, openStage, until } from '../journeys/stage.ts'
import { whyNoTerminal } from '../journeys/terminal.ts'

/** Completions as a person has them: in the shells themselves, with the script that `pkuh completion` prints. */

const shell = (name: string): boolean => { try { execFileSync(name, ['-c', 'true']); return true } catch { return false } }

/** `pkuh` on the PATH of this stage, and the script of a shell in a file. */
async function installed(stage: Stage, name: 'bash' | 'zsh' | 'fish'): Promise<{ readonly env: Record<string, string>; readonly script: string }> {
  const bin = join(stage.home, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'pkuh'), `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/pkuh.js')}' "$@"\n`)
  chmodSync(join(bin, 'pkuh'), 0o755)
  const script = join(stage.home, `pkuh.${name}`)
  writeFileSync(script, (await stage.pkuh(['completion', name])).stdout)
  return { env: { ...stage.env, PATH: `${bin}:${stage.env['PATH'] ?? ''}`, LC_ALL: 'C.UTF-8' }, script }
}

const run = (program: string, args: readonly string[], env: Record<string, string>, cwd: string): Promise<string> => new Promise((done, failed) => {
  execFile(program, args, { env, cwd }, (error, stdout, stderr) => { if (error) failed(new Error(stderr, { cause: error })); else done(stdout) })
})

describe('bash', () => {
  /** As readline calls it: the line in pieces, broken at `=` and `:` too. */
  const complete = async (stage: Stage, pieces: readonly string[], command = 'pkuh'): Promise<string[]> => {
    const { env, script } = await installed(stage, 'bash')
    const lines = `source "$1"; shift; COMP_WORDS=(${command} "$@"); COMP_CWORD=$#; $(complete -p ${command} | sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`
    return (await run('bash', ['--noprofile', '--norc', '-c', lines, 'bash', script, ...pieces], env, stage.home)).split('\n').filter((line) => line !== '')
  }

  it('completes commands, tools, their arguments and the allowed values from the daemon of the line’s profile', async () => {
    await using stage = await openStage()
    await stage.login()
    expect(await complete(stage, ['sta'])).toEqual(['status'])
    expect(await complete(stage, ['--profile', 'sim', 'call', 'class'])).toEqual(['classrooms.free'])
    expect(await complete(stage, ['--profile', '=', 's'])).toEqual(['sim'])
    expect(await complete(stage, ['--profile', 'sim', 'call', 'classrooms.free', '--bu'])).toEqual(['--building'])
    expect(await complete(stage, ['--profile', 'sim', 'call', 'classrooms.free', '--building', '理'])).toEqual(['理教'])
    expect(await complete(stage, ['call', 'classrooms.free', '--day', '=', 't'], 'spkuh')).toEqual(['today', 'tomorrow'])
    expect(await complete(stage, ['logout', '--user', ''], 'spkuh')).toEqual(['2500000001'])
    writeFileSync(join(stage.home, 'allow me.json'), '{}')
    expect(await complete(stage, ['grants', 'import', 'allow'])).toEqual(['allow me.json'])
    expect(await complete(stage, ['--allow-file', '='])).toContain('allow me.json')
  })

  it('starts no daemon: without one it knows the tools that ship', async () => {
    await using stage = await openStage()
    expect(await complete(stage, ['--profile', 'sim', 'call', ''])).toEqual([...shippedTools])
    expect(await complete(stage, ['call', 'grades'])).toEqual(['grades.list'])
    expect(existsSync(stage.places.socket)).toBe(false)
    expect(readdirSync(join(stage.home, 'data', 'pku-harness'))).toEqual(['sim'])
    expect(stage.campus.recorder.all()).toEqual([])
  })

  it.skipIf(whyNoTerminal)('at a prompt, by the key itself', async () => {
    await using stage = await openStage()
    const { env, script } = await installed(stage, 'bash')
    writeFileSync(join(stage.home, '.bashrc'), `PS1='$ '\nsource '${script}'\n`)
    const tmux = (...args: readonly string[]): string => execFileSync('tmux', ['-S', `${stage.home}/tmux`, '-f', '/dev/null', '-u', ...args], { env: { ...env, TERM: 'xterm-256color' }, encoding: 'utf8' })
    tmux('new-session', '-d', '-x', '80', '-y', '24', '-s', 'p', '-c', stage.home, 'bash --noprofile --rcfile .bashrc -i')
    const screen = (): string => tmux('capture-pane', '-p', '-J', '-t', 'p').trim()
    try {
      await until('a prompt', () => screen() === '$')
      for (const [typed, seen] of [['pkuh --pro', 'pkuh --profile '], ['s', 'pkuh --profile sim'], [' call cl', 'call classrooms.free'], ['--from 1 --j', '--from 1 --json']] as const) {
        tmux('send-keys', '-t', 'p', '-l', '--', typed)
        tmux('send-keys', '-t', 'p', 'Tab')
        await until(`${seen} is there`, () => `${screen()} `.includes(seen))
      }
      tmux('send-keys', '-t', 'p', 'C-u')
      tmux('send-keys', '-t', 'p', '-l', 'pkuh --profile=s')
      tmux('send-keys', '-t', 'p', 'Tab')
      await until('the profile is there', () => screen().includes('pkuh --profile=sim'))
    } finally {
      tmux('kill-server')
    }
  })
})

describe.skipIf(!shell('zsh') || whyNoTerminal)('zsh', () => {
  it('completes at a prompt, with what each word is', async () => {
    await using stage = await openStage()
    const { env, script } = await installed(stage, 'zsh')
    writeFileSync(join(stage.home, '.zshrc'), `PS1='%% '\nautoload -U compinit; compinit -u -D\nsource '${script}'\n`)
    const tmux = (...args: readonly string[]): string => execFileSync('tmux', ['-S', `${stage.home}/tmux`, '-f', '/dev/null', '-u', ...args], { env: { ...env, TERM: 'xterm-256color', ZDOTDIR: stage.home }, encoding: 'utf8' })
    tmux('new-session', '-d', '-x', '80', '-y', '24', '-s', 'p', '-c', stage.home, 'zsh -d -i')
    const screen = (): string => tmux('capture-pane', '-p', '-J', '-t', 'p').trim()
    try {
      await until('a prompt', () => screen() === '%')
      tmux('send-keys', '-t', 'p', '-l', 'pkuh --profile=s')
      tmux('send-keys', '-t', 'p', 'Tab')
      await until('the profile', () => screen().includes('--profile=sim'))
      tmux('send-keys', '-t', 'p', '-l', ' call cl')
      tmux('send-keys', '-t', 'p', 'Tab')
      await until('the tool', () => screen().includes('call classrooms.free'))
      tmux('send-keys', '-t', 'p', 'C-u')
      tmux('send-keys', '-t', 'p', '-l', 'pkuh model ')
      tmux('send-keys', '-t', 'p', 'Tab')
      await until('what each is', () => /set +-- Set the model provider/.test(screen()))
    } finally {
      tmux('kill-server')
    }
  })
})

describe.skipIf(!shell('fish'))('fish', () => {
  it('completes with what each word is, and file names where they belong', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const { env, script } = await installed(stage, 'fish')
    const complete = async (line: string): Promise<string[]> => (await run('fish', ['--no-config', '-c', `source '${script}'; complete -C '${line}'`], env, stage.home)).split('\n').filter((one) => one !== '')
    expect(await complete('pkuh --profile sim call class')).toEqual(['classrooms.free'])
    expect(await complete('pkuh --profile=s')).toEqual(['--profile=sim'])
    expect(await complete('pkuh model s')).toEqual(['set\tSet the model provider; its key is typed at a prompt', 'show\tWhich model answers now'])
    expect(await complete('pkuh --profile sim call classrooms.free --building 理')).toEqual(['理教'])
    writeFileSync(join(stage.home, 'allow.json'), '{}')
    expect((await complete('pkuh grants import allow')).map((line) => line.split('\t')[0])).toEqual(['allow.json'])
  })
})

interface Plugin { readonly id: string; readonly tools: object }

it('the tools known without a daemon are those that ship', async () => {
  const documents = readdirSync('plugins/documents').flatMap((id) => {
    const manifest = parse(readFileSync(`plugins/documents/${id}/PLUGIN.md`, 'utf8').split(/^---$/m)[1] ?? '') as { readonly plugin: string; readonly tools: object }
    return Object.keys(manifest.tools).map((tool) => `${manifest.plugin}.${tool}`)
  })
  const bundled = await Promise.all(readdirSync('plugins/bundled').map(async (id) => {
    // One that needs something of the host is made with it.
    const [made] = Object.values(await import(`../../plugins/bundled/${id}/index.ts`) as Readonly<Record<string, Plugin | ((host: object) => Plugin)>>)
    const plugin = typeof made === 'function' ? made({}) : made
    if (!plugin) throw new Error(id)
    return Object.keys(plugin.tools).map((tool) => `${plugin.id}.${tool}`)
  }))
  expect([...documents, ...bundled.flat()].toSorted()).toEqual([...shippedTools])
})
