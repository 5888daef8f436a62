import type { Survivor } from './mutate/mutate-fixture.ts'
import type { Tested } from './test-plugin.ts'

/** What a test or a change of a page said, in words. */
export interface JunitWords { readonly tested: (one: Tested) => string; readonly survived: (one: Survivor) => string }

/** The tests as JUnit XML, for CI. Each unnoticed change is a failed test of its own. */
export function junitOf(plugin: string, tests: readonly Tested[], survivors: readonly Survivor[], words: JunitWords): string {
  const cases = [
    ...tests.map((one) => caseOf(`${plugin}.${one.tool}`, one.fixture, one.ms, one.ok ? undefined : words.tested(one))),
    ...survivors.map((one) => caseOf(`${plugin}.${one.tool}`, `${one.fixture}: ${one.kind} ${one.what} ${one.change}`, 0, words.survived(one))),
  ]
  const failures = tests.filter(({ ok }) => !ok).length + survivors.length
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="${xml(plugin)}" tests="${cases.length}" failures="${failures}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`
}

function caseOf(group: string, name: string, ms: number, failure: string | undefined): string {
  const head = `    <testcase classname="${xml(group)}" name="${xml(name)}" time="${(ms / 1000).toFixed(3)}"`
  return failure === undefined ? `${head}/>` : `${head}><failure message="${xml(failure.split('\n')[0] ?? '')}">${xml(failure)}</failure></testcase>`
}

/** XML 1.0 has no place for controls, escaped or not. */
const xml = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
