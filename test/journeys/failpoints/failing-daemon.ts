import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { daemonFlags } from '../../../src/daemon/protocol/environment.ts'

/**
 * The daemon's own source, bundled with a place to die at before and after each step of `invoke` and behind each commit.
 * Once it is armed it ends itself with SIGKILL at the n-th place it comes to; unarmed it is the daemon that ships.
 */
export interface FailingDaemon {
  /** Starts one in this environment; resolves when it is ready. */
  start(env: Readonly<Record<string, string>>): Promise<Life>
  remove(): void
}
export interface Life {
  readonly pid: number
  /** Resolves with the signal, or with none, when it is gone. */
  readonly gone: Promise<NodeJS.Signals | null>
}

/** The files in HOME by which a daemon is armed, and in which it tells where it came to. */
const files = (home: string) => ({ armed: join(home, 'failpoint'), passed: join(home, 'passed') })

/** From here on the daemon of this HOME dies at the n-th place. */
export function arm(home: string, at: number): void {
  rmSync(files(home).passed, { force: true })
  writeFileSync(files(home).armed, String(at))
}
/** The places it came to since it was armed, in order; it died at the last one, or came to the end. */
export function disarm(home: string): string[] {
  rmSync(files(home).armed, { force: true })
  return existsSync(files(home).passed) ? readFileSync(files(home).passed, 'utf8').trim().split('\n') : []
}

const inCode = `import * as __fs from 'node:fs';
const __home = process.env.HOME; let __came = 0;
globalThis.__place = (name) => {
  if (!__fs.existsSync(__home + '/failpoint')) return;
  __came += 1;
  __fs.appendFileSync(__home + '/passed', name + '\\n');
  if (__came === Number(__fs.readFileSync(__home + '/failpoint', 'utf8'))) { process.kill(process.pid, 'SIGKILL'); for (;;) {} }
};
import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url),__dirname=import.meta.dirname;`

const place = (name: string): string => `globalThis.__place(${JSON.stringify(name)});`

/** Each rewriting names how often it must find something: a source that was changed fails the build, not the test's point. */
const places: Plugin = {
  name: 'places',
  setup(builder) {
    const rewrite = (filter: RegExp, pattern: RegExp, count: number, by: (...found: string[]) => string): void => {
      builder.onLoad({ filter }, ({ path }) => {
        let found = 0
        const contents = readFileSync(path, 'utf8').replace(pattern, (...groups: string[]) => { found += 1; return by(...groups) })
        if (found !== count) throw new Error(`${path} has ${found} of ${count} places`)
        return { contents, loader: 'ts' }
      })
    }
    rewrite(/src\/monitor\/invoke\.ts$/, /^( +)((?:await )?(\w+)\(call(?:, house)?\))( .*)?$/gm, 12, (_, indent, call, step = '') => `${indent}${place(`before ${step}`)} ${call}${step === 'record' ? `; ${place('after record')}` : ''}`)
    rewrite(/src\/host\/store\/connection\.ts$/, /^( +)(script\(level === 0 \? 'COMMIT' : .*\))$/gm, 1, (_, indent, commit) => `${indent}${commit}; if (level === 0) ${place('a commit')}`)
    rewrite(/src\/monitor\/context\/campus-client\.ts$/, /^( +)(const response = await sent\.watch\(.*\))$/gm, 1, (_, indent, request) => `${indent}${request}; ${place('the campus answered')}`)
    builder.onResolve({ filter: /plugins\/bundled\/treehole\/index\.ts$/ }, () => ({ path: resolve('test/journeys/failpoints/acts.ts') }))
  },
}

export async function buildFailingDaemon(): Promise<FailingDaemon> {
  // Inside the repository, so that what it ships with and its packages are found from there.
  const folder = mkdtempSync(resolve('node_modules/.pkuh-failing-'))
  const outfile = join(folder, 'daemon.mjs')
  await build({
    entryPoints: ['src/daemon/main.ts'], outfile, bundle: true, platform: 'node', target: 'node20.19', format: 'esm', logLevel: 'error', banner: { js: inCode },
    external: ['libsql', 'keytar', 'react-devtools-core'], alias: { 'pku-harness/sdk': resolve('src/sdk/index.ts') }, plugins: [places],
  })
  return {
    start: (env) => new Promise((ready, fail) => {
      const child = spawn(process.execPath, [...daemonFlags, outfile, '--profile', 'sim', '--ready-fd', '3'], { env: { ...env }, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
      const gone = new Promise<NodeJS.Signals | null>((done) => { child.once('exit', (_, signal) => { done(signal) }) })
      gone.then(() => { fail(new Error('the daemon ended before it was ready')) }, fail)
      child.stdio[3]?.once('data', (line: Buffer) => {
        if (child.pid !== undefined && String(line).includes('"ready":true')) ready({ pid: child.pid, gone })
        else fail(new Error(String(line)))
      })
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
