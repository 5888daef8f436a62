import ts from 'typescript'

/** A place that writes to a stream and of which the text alone does not say that it is clean, as `file: what is written`. */
export type RawWrite = string

/** What turns outside text into text that a terminal neither obeys nor hides. */
const cleaners = new Set(['screenLine', 'jsonLine', 'jsonShown', 'oneLine', 'cleanCharacters', 'cleanForTerminal', 'plainLines', 'drawCard', 'memoryLines'])
/** What keeps a clean text clean: methods of a text or a list, and functions of its one argument. */
const keepers = new Set(['join', 'trimEnd', 'trim', 'plainDrawing'])
/** Functions of ours that write their first argument as it is. */
const sinks = new Set(['writeCard', 'showUntilKey'])

/**
 * Every write of a TypeScript file that is not clean by itself: a `.write(…)` of anything, `console`, a pipe into a
 * standard stream, a warning of Node's, and each mention of `.write` that is no call, since it may be called under another
 * name. Clean is what the host's own literals, its words without parameters and the cleaning functions are put together
 * from; a name stands for the constant that this file gives it.
 */
export function rawWrites(file: string, text: string): RawWrite[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(source)
  const found: RawWrite[] = []
  const tell = (node: ts.Node): void => { found.push(`${file}: ${node.getText(source).replace(/\s+/g, ' ')}`) }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = calledAs(node.expression)
      const at = name === 'writeSync' ? 1 : 0
      const pipes = (name === 'pipe' || name === 'pipeline') && node.arguments.some((one) => /\bstd(?:out|err)\b/.test(one.getText(source)))
      if (isConsole(node.expression) || pipes || name === 'emitWarning') tell(node)
      else if (sinks.has(name) || name === 'writeSync' || (name === 'write' && !ts.isIdentifier(node.expression))) { const written = node.arguments[at]; if (written !== undefined && !isClean(written, constants, new Set())) tell(written) }
    } else if (isMention(node)) tell(node.parent)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function calledAs(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text
  return ts.isElementAccessExpression(callee) && ts.isStringLiteralLike(callee.argumentExpression) ? callee.argumentExpression.text : ''
}

const isConsole = (callee: ts.Expression): boolean => ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'console'

/** `stdout.write` without a call, and `const { write } = stdout`. */
function isMention(node: ts.Node): boolean {
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText() === 'write'
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false
  return calledAs(node) === 'write' && !(ts.isCallExpression(node.parent) && node.parent.expression === node)
}

/** Constants and arrow functions by name; a name that is given twice stands for nothing. */
function constantsOf(source: ts.SourceFile): ReadonlyMap<string, ts.Expression | undefined> {
  const named = new Map<string, ts.Expression | undefined>()
  const take = (name: string, value: ts.Expression | undefined): void => { named.set(name, named.has(name) ? undefined : value) }
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) take(node.name.text, (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0 ? node.initializer : undefined)
    if ((ts.isParameter(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name)) take(node.name.text, undefined)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return named
}

function isClean(node: ts.Expression, constants: ReturnType<typeof constantsOf>, seen: ReadonlySet<string>): boolean {
  const clean = (part: ts.Expression): boolean => isClean(part, constants, seen)
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true
  if (ts.isParenthesizedExpression(node) || ts.isSpreadElement(node)) return clean(node.expression)
  if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => clean(expression))
  if (ts.isConditionalExpression(node)) return clean(node.whenTrue) && clean(node.whenFalse)
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(clean)
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.PlusToken && clean(node.left) && clean(node.right)
  if (ts.isIdentifier(node)) {
    const value = seen.has(node.text) ? undefined : constants.get(node.text)
    return value !== undefined && isClean(value, constants, new Set([...seen, node.text]))
  }
  return ts.isCallExpression(node) && isCleanCall(node, constants, seen)
}

function isCleanCall(node: ts.CallExpression, constants: ReturnType<typeof constantsOf>, seen: ReadonlySet<string>): boolean {
  const { expression: callee, arguments: [first, ...others] } = node
  const name = calledAs(callee)
  if (ts.isIdentifier(callee) && cleaners.has(name)) return true
  if (name === 'say') return others.length === 0
  if (ts.isPropertyAccessExpression(callee) && keepers.has(name)) return isClean(callee.expression, constants, seen) && (first === undefined || isClean(first, constants, seen))
  if (ts.isIdentifier(callee) && keepers.has(name)) return first !== undefined && isClean(first, constants, seen)
  const made = name === 'map' ? first : ts.isIdentifier(callee) ? constants.get(name) : undefined
  return made !== undefined && ts.isArrowFunction(made) && !ts.isBlock(made.body) && isClean(made.body, constants, seen)
}
