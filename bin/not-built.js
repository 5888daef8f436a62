/**
 * Says what is missing where nothing is built, and exits 1. The words are those of `BUNDLE_MISSING`, written here again because
 * the error table is in what is missing; a test holds the two together.
 */
module.exports = (name) => {
  const words = process.argv.slice(2)
  const asked = words.find((word, at) => word.startsWith('--lang=') || words[at - 1] === '--lang')?.replace('--lang=', '')
  const locale = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || 'zh'
  const zh = asked === 'zh' || (asked !== 'en' && locale.toLowerCase().startsWith('zh'))
  const error = { code: 'BUNDLE_MISSING', exit: 1, message: zh ? `缺少 ${name}` : `${name} is missing`, hint: zh ? '运行 npm run build' : 'Run npm run build' }
  if (words.includes('--json')) process.stdout.write(`${JSON.stringify({ ok: false, error })}\n`)
  else process.stderr.write(zh ? `出错：${error.message}\n可以这样做：${error.hint}\n` : `Error: ${error.message}\nWhat to do: ${error.hint}\n`)
  process.exitCode = error.exit
}
