import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The steps of `invoke.ts`, read from its lines. */
export function stepsOfInvoke(): string[] {
  return [...readFileSync('src/monitor/invoke.ts', 'utf8').matchAll(/^ +(?:await )?(\w+)\(call[,)]/gm)].map((match) => match[1] ?? '')
}

interface Report { readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[] }

/** Runs the monitor's tests with one step's line taken out; the names of the tests that then fail. */
export async function failuresWithout(step: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pkuh-step-'))
  const file = join(folder, 'report.json')
  try {
    await new Promise<void>((resolve) => {
      const child = execFile(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/house/steps/without-step.ts', '--reporter=json', `--outputFile=${file}`],
        { env: { ...process.env, PKUH_WITHOUT_STEP: step, VITEST: '' } }, () => resolve())
      child.stdin?.end()
    })
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    return report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
