import { expect, it } from 'vitest'
import { type ErrorEntry, exits } from '../../src/rules/errors/table.ts'
import { errorTable } from '../../src/rules/errors/index.ts'
import { services } from '../../src/host/campus/services/all-services.ts'

/** The pages of `docs/` that are made from the code. `npx vitest run test/house -u` writes them anew. */

const meanings: Record<keyof typeof exits, readonly [en: string, zh: string]> = {
  done: ['done', '完成'],
  unexpected: ['something unexpected', '意料之外的错误'],
  usage: ['wrong usage or arguments', '用法或参数不对'],
  notFound: ['not found', '没有找到'],
  signIn: ['sign-in needed or refused', '需要登录，或登录被拒绝'],
  keystore: ['keystore locked or unavailable', '密钥库锁着或不可用'],
  daemon: ['daemon unreachable or of another version', '连不上守护进程，或版本不同'],
  model: ['model provider failed', '模型服务出错'],
  service: ['a campus service or plugin failed', '校园服务或插件出错'],
  lint: ['lint or test failed', '检查或测试没有通过'],
  approvalNeeded: ['approval needed and none to be had', '需要批准，但没有人可以批准'],
  deniedByPerson: ['denied by the person', '被你拒绝'],
  deniedByPolicy: ['denied by policy', '被规则拒绝'],
  unreviewed: ['unreviewed or changed definition', '定义没有审查过，或有改动'],
  outcomeUnknown: ['outcome unknown', '结果不明'],
  timedOut: ['timed out', '超时'],
  interrupted: ['interrupted', '被中断'],
}

const doctor = `\`pkuh doctor\` ends as the first problem it finds would: 6 for a place that is unsafe or cannot be used or a broken
installation, 2 for the settings file, 1 for the database, 5 for the keychain. Its \`error.code\` names that problem, \`data.findings\` all of them with their remedies.
\`pkuh doctor\` 以它发现的第一个问题的退出码结束：目录不安全或用不了、安装不完整是 6，设置文件有误是 2，数据库读不了是 1，系统密钥库有问题是 5；全部问题和办法在 \`data.findings\` 里。`

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((value) => cell(String(value))).join(' | ')} |`).join('\n')

it('docs/exit-codes.md is the table of the code', async () => {
  const rows = Object.entries(exits).map(([name, code]) => {
    const [en, zh] = meanings[name as keyof typeof exits]
    return [code, en, zh]
  })
  await expect(`# Exit codes · 退出码\n\nMade from \`src/rules/errors/table.ts\`.\n\n${table(['code', 'meaning', '含义'], rows)}\n\n${doctor}\n`).toMatchFileSnapshot('../../docs/exit-codes.md')
})

it('docs/errors.md names every error code with its words and what to do', async () => {
  const rows = Object.entries(errorTable).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, entry]: [string, ErrorEntry]) =>
    [`\`${code}\``, exits[entry.exit], entry.en, entry.hint.en, entry.zh, entry.hint.zh])
  await expect(`# Errors · 错误\n\nMade from \`src/rules/errors/\`. Scripts route on the code, never on the words.\n\n${table(['code', 'exit', 'what it says', 'what to do', '说明', '怎么办'], rows)}\n`).toMatchFileSnapshot('../../docs/errors.md')
})

const endpointWords = `# Paths of the campus services · 校园服务的路径

Made from the tables in \`src/host/campus/services\`. A plugin of anybody's may ask these and no other; \`*\` is one part of a path. A tool's effect must be as strong as
that of each path it asks. *People* is text that others wrote, so the tool says \`untrusted: true\`; *private* is the person's own. What belongs to signing in is in no plugin's reach and is not listed.
由 \`src/host/campus/services\` 里的表生成。任何人写的插件只能请求这些；\`*\` 代表路径里的一段。工具的效果不能弱于它请求的路径。*people* 是别人写的文字，工具要写 \`untrusted: true\`；*private* 是本人的数据。登录用的路径插件都不能请求，没有列出。`

it('docs/endpoints.md lists what a plugin may ask of each campus service', async () => {
  const parts = [...services.values()].map(({ id, hosts, endpoints }) => {
    const rows = endpoints.filter(({ effect }) => effect !== 'sign-in').map(({ method, path, only, effect, text, private: own, irreversible }) => [
      `\`${method}\``, `\`${path}${only ? `?${[...Object.entries(only.query).map(([name, value]) => `${name}=${value}`), ...only.besides.map((name) => `${name}=…`)].join('&')}` : ''}\``,
      effect, [...(text === 'people' ? ['people'] : []), ...(own ? ['private'] : []), ...(irreversible ? ['irreversible'] : [])].join(', '),
    ])
    return `## ${id}\n\n${hosts.join(', ')}\n\n${rows.length > 0 ? table(['method', 'path', 'effect', 'what comes back'], rows) : '-'}`
  })
  await expect(`${endpointWords}\n\n${parts.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/endpoints.md')
})
