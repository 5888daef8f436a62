// `npm test`: the gate. Type check, lint, unused code, build, package shape, then every test; all of them run even when an
// early one fails, and the last line counts what was seen. Arguments go to vitest (`npm test -- test/rules`).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const bin = (name) => join('node_modules', '.bin', name)
const scratch = mkdtempSync(join(tmpdir(), 'pkuh-test-'))
const report = join(scratch, 'vitest.json')

const gates = [
  ['types', bin('tsc'), ['--noEmit']],
  ['lint', bin('oxlint'), ['--deny-warnings']],
  ['unused code', bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']],
  ['build', process.execPath, ['scripts/build.mjs', '--quiet']],
  ['package shape', bin('publint'), ['--strict']],
]

const run = (command, args) => new Promise((resolve) => {
  spawn(command, args, { stdio: 'inherit' }).on('exit', (code) => resolve(code ?? 1)).on('error', () => resolve(1))
})

const broken = []
for (const [name, command, args] of gates) {
  const started = performance.now()
  const code = await run(command, args)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) broken.push(name)
}

const code = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)])
const counts = read(report)
rmSync(scratch, { recursive: true, force: true })

if (broken.length > 0) console.log(`Gates that failed: ${broken.join(', ')}`)
const failed = counts.failed + broken.length + (code !== 0 && counts.failed === 0 ? 1 : 0)
console.log(`${counts.passed + gates.length - broken.length} passed, ${failed} failed, ${counts.skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1

/** A report that is missing or has no test is one failure: no run may pass by not running. */
function read(path) {
  try {
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTotalTests: total } = JSON.parse(readFileSync(path, 'utf8'))
    return total > 0 ? { passed, failed, skipped } : { passed: 0, failed: 1, skipped: 0 }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
