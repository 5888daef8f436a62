import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import ts from 'typescript'

export interface Pattern { readonly file: string; readonly source: string; readonly flags: string }

/** The regex literals of a TypeScript file, and how often it makes one from text. */
export function regexesOf(root: string, file: string): { readonly literals: readonly Pattern[]; readonly made: number } {
  const literals: Pattern[] = []
  let made = 0
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      literals.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') made += 1
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true))
  return { literals, made }
}

/** What these modules make from text while they are loaded for the first time; what their packages make is theirs. */
export async function madeBy(root: string, files: readonly string[]): Promise<readonly Pattern[]> {
  const made: Pattern[] = []
  const Real = RegExp
  globalThis.RegExp = new Proxy(Real, {
    construct(target, args: ConstructorParameters<typeof RegExp>) {
      const regex = new target(...args)
      const caller = new Error().stack?.split('\n')[2] ?? ''
      const file = files.find((path) => caller.includes(join(root, path)))
      if (file !== undefined) made.push({ file, source: regex.source, flags: regex.flags })
      return regex
    },
  })
  try {
    for (const file of files) await import(/* @vite-ignore */ join(root, file))
  } finally {
    globalThis.RegExp = Real
  }
  return made
}

/**
 * Why a pattern may take more than linear time; undefined where it does not. `scslre` finds neighbours that can share a
 * text (`\s*x?\s*`) and what is begun anew at each place (`a+$`); a repetition inside a repetition is told whatever it holds.
 */
export function superLinear({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | undefined {
  const reports = analyse({ source, flags }, { maxReports: 1 }).reports.map(({ type }) => type)
  let [depth, nested] = [0, false]
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') }), {
    onQuantifierEnter({ max }) { if (max === Infinity) { nested ||= depth > 0; depth += 1 } },
    onQuantifierLeave({ max }) { if (max === Infinity) depth -= 1 },
  })
  return [...reports, ...(nested ? ['Nested'] : [])].join(', ') || undefined
}
