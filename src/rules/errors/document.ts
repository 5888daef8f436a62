import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/**
 * Errors of plugin documents: reading them and running their steps. Those of reading name file, line and column, and the
 * place (`at`) as an author writes it; those of running name the step.
 */
export const documentErrors = {
  // Reading a document.
  DOC_FRONT_MATTER_MISSING: {
    exit: 'lint', zh: '{file}:{line}:{column} PLUGIN.md 要以 --- 包住的清单开头', en: '{file}:{line}:{column} a PLUGIN.md starts with a manifest between --- lines',
    hint: { zh: '在第一行写 ---，清单后面再写一行 ---', en: 'Put --- on the first line and another --- after the manifest' },
  },
  DOC_YAML_SYNTAX: {
    exit: 'lint', zh: '{file}:{line}:{column} YAML 写错了（{problem}）', en: '{file}:{line}:{column} the YAML is not sound ({problem})',
    hint: { zh: '检查这一行的缩进、引号和括号', en: 'Check indentation, quotes and brackets on this line' },
  },
  DOC_SIZE_EXCEEDED: {
    exit: 'lint', zh: '{file}：插件文档的文件合计超过 {limit} 字节', en: '{file}: the files of the document have more than {limit} bytes in all',
    hint: { zh: '删去用不着的内容；录制放在 fixtures/ 里不计入', en: 'Remove what is not needed; recordings in fixtures/ do not count' },
  },
  DOC_ALIASES_EXCEEDED: {
    exit: 'lint', zh: '{file}:{line}:{column} 别名展开超过 {limit} 个', en: '{file}:{line}:{column} aliases stand for more than {limit} values',
    hint: { zh: '少用别名，把值直接写出来', en: 'Write the values out instead' },
  },
  DOC_TAG_FOREIGN: {
    exit: 'lint', zh: '{file}:{line}:{column} 不支持的标签 {tag}', en: '{file}:{line}:{column} the tag {tag} is not supported',
    hint: { zh: '只用 YAML 核心类型', en: 'Use the types of the YAML core schema only' },
  },
  DOC_KEY_ANCHOR: {
    exit: 'lint', zh: '{file}:{line}:{column} 键上不能有锚点或别名', en: '{file}:{line}:{column} a key cannot have an anchor or be an alias',
    hint: { zh: '把键直接写出来', en: 'Write the key out' },
  },
  DOC_KEY_MERGE: {
    exit: 'lint', zh: '{file}:{line}:{column} 不支持合并键 <<', en: '{file}:{line}:{column} merge keys (<<) are not supported',
    hint: { zh: '把要合并的内容直接写出来', en: 'Write out what was to be merged' },
  },
  DOC_KEY_DUPLICATE: {
    exit: 'lint', zh: '{file}:{line}:{column} 键 {key} 出现了两次', en: '{file}:{line}:{column} the key {key} stands here twice',
    hint: { zh: '删去其中一个', en: 'Remove one of them' },
  },
  DOC_KEY_FORBIDDEN: {
    exit: 'lint', zh: '{file}:{line}:{column} {key} 不能作键', en: '{file}:{line}:{column} {key} cannot be a key',
    hint: { zh: '换一个文字键', en: 'Use another key, as text' },
  },
  DOC_KEY_UNKNOWN: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 是未知的键；这里可以有 {allowed}', en: '{file}:{line}:{column} {at} is not a known key; there may be {allowed}',
    hint: { zh: '检查拼写，或查看插件文档参考', en: 'Check its spelling, or see the reference of plugin documents' },
  },
  DOC_FIELD_INVALID: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 应为 {expected}，现在是 {found}', en: '{file}:{line}:{column} {at} should be {expected}; it is {found}',
    hint: { zh: '查看插件文档参考', en: 'See the reference of plugin documents' },
  },
  DOC_FILE_NAME: {
    exit: 'lint', zh: '文件名 {file} 不合格', en: 'The file name {file} is not sound',
    hint: { zh: '用字母、数字、点、下划线和连字符，最多五层', en: 'Use letters, digits, dots, underscores and hyphens, at most five levels' },
  },
  DOC_FILE_MISSING: {
    exit: 'lint', zh: '{in}:{line}:{column} 缺少文件 {file}', en: '{in}:{line}:{column} the file {file} is missing',
    hint: { zh: '把它放进插件文件夹，或从清单里去掉', en: 'Put it into the folder or take it out of the manifest' },
  },
  DOC_ENCODING: {
    exit: 'lint', zh: '{file} 不是 UTF-8', en: '{file} is not UTF-8',
    hint: { zh: '另存为 UTF-8', en: 'Save it as UTF-8' },
  },
  DOC_STEP_UNKNOWN: {
    exit: 'lint', zh: '{file}:{line}:{column} 没有步骤 {step}；可用的有 {allowed}', en: '{file}:{line}:{column} there is no step {step}; there are {allowed}',
    hint: { zh: '从可用的步骤里选一个', en: 'Choose one of them' },
  },
  DOC_FUNCTION_UNKNOWN: {
    exit: 'lint', zh: '{file}:{line}:{column} 没有函数 {name}；可用的有 {allowed}', en: '{file}:{line}:{column} there is no function {name}; there are {allowed}',
    hint: { zh: '从可用的函数里选一个', en: 'Choose one of them' },
  },
  DOC_EXPRESSION_INVALID: {
    exit: 'lint', zh: '{file}:{line}:{column} 表达式 {expression} 写错了（{problem}）', en: '{file}:{line}:{column} the expression {expression} is not sound ({problem})',
    hint: { zh: '查看插件文档参考的表达式一节', en: 'See the section on expressions in the reference' },
  },
  DOC_PATTERN_INVALID: {
    exit: 'lint', zh: '{file}:{line}:{column} 正则 {pattern} 写错了，或不是线性的', en: '{file}:{line}:{column} the pattern {pattern} is not sound or not linear',
    hint: { zh: '不能用环视和反向引用（RE2 语法）', en: 'No lookaround, no back references (RE2 syntax)' },
  },
  DOC_REGEX_PROGRAM_EXCEEDED: {
    exit: 'lint', zh: '{file}:{line}:{column} 正则太大：{found} 条指令，上限 {limit}', en: '{file}:{line}:{column} the pattern is too large: {found} instructions, at most {limit}',
    hint: { zh: '少用计数重复，例如 {0,100}', en: 'Use fewer counted repetitions such as {0,100}' },
  },
  DOC_PATH_INVALID: {
    exit: 'lint', zh: '{file}:{line}:{column} JSON 路径 {path} 写错了，或超出支持的范围', en: '{file}:{line}:{column} the JSON path {path} is not sound or not in the subset',
    hint: { zh: '用名字、下标、切片和 *，不支持过滤', en: 'Use names, indices, slices and *; filters are not supported' },
  },
  DOC_NAME_UNKNOWN: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 用了没有定义的名字 {name}', en: '{file}:{line}:{column} {at} uses the name {name}, which nothing before it sets',
    hint: { zh: '检查拼写，或在前面的步骤里用 as 或 let 定义', en: 'Check its spelling, or set it with as or let in a step before' },
  },
  DOC_NAME_TAKEN: {
    exit: 'lint', zh: '{file}:{line}:{column} 名字 {name} 已经用过', en: '{file}:{line}:{column} the name {name} is taken',
    hint: { zh: '换一个名字', en: 'Choose another name' },
  },
  DOC_NESTING_EXCEEDED: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 嵌套超过 {limit} 层', en: '{file}:{line}:{column} {at} is nested more than {limit} levels deep',
    hint: { zh: '拆成几个工具', en: 'Split it into several tools' },
  },
  DOC_SERVICE_UNKNOWN: {
    exit: 'lint', zh: '{file}:{line}:{column} 没有校园服务 {service}', en: '{file}:{line}:{column} there is no campus service {service}',
    hint: { zh: '运行 pkuh services 查看有哪些服务', en: 'Run pkuh services to see them' },
  },
  DOC_SERVICE_UNDECLARED: {
    exit: 'lint', zh: '{file}:{line}:{column} 没有在 scopes 里声明服务 {service}', en: '{file}:{line}:{column} the service {service} is not declared in scopes',
    hint: { zh: '把它加进 scopes', en: 'Add it to scopes' },
  },
  DOC_WEBSITE_UNDECLARED: {
    exit: 'lint', zh: '{file}:{line}:{column} 没有在 websites 里声明网站 {host}', en: '{file}:{line}:{column} the website {host} is not declared in websites',
    hint: { zh: '把它加进 websites', en: 'Add it to websites' },
  },
  DOC_WEBSITE_CAMPUS: {
    exit: 'lint', zh: '{file}:{line}:{column} {host} 是校园服务的主机，不能当作网站访问', en: '{file}:{line}:{column} {host} is the host of a campus service and cannot be a website',
    hint: { zh: '在 scopes 里声明对应的服务', en: 'Declare its service in scopes' },
  },
  DOC_ENDPOINT_FORBIDDEN: {
    exit: 'lint', zh: '{file}:{line}:{column} 插件文档不能请求 {service} {method} {path}：它属于登录、短信或支付码', en: '{file}:{line}:{column} no document may request {service} {method} {path}: it is part of signing in, SMS or pay codes',
    hint: { zh: '登录由 PKU harness 自己完成', en: 'Signing in is done by PKU harness itself' },
  },
  DOC_ENDPOINT_UNLISTED: {
    exit: 'lint', zh: '{file}:{line}:{column} 社区插件不能请求未列出的 {service} {method} {path}', en: '{file}:{line}:{column} a community document may not request {service} {method} {path}, which is not listed',
    hint: { zh: '能请求的列在 docs/endpoints.md；别的请在项目里提议', en: 'docs/endpoints.md lists those that it may; propose another to the project' },
  },
  DOC_CONFIRM_MISSING: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 的效果是 {effect}，必须写 confirm', en: '{file}:{line}:{column} {at} has the effect {effect} and needs confirm',
    hint: hints.confirm,
  },
  DOC_EFFECTS_CLASH: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 既付款又公开发布：{money}、{public}', en: '{file}:{line}:{column} {at} both spends money and publishes: {money}, {public}',
    hint: { zh: '分成两个工具：一张批准卡只能说清其中一件事', en: 'Make two tools of it: one approval card can tell of one of the two only' },
  },
  DOC_SAFE_FORBIDDEN: {
    exit: 'lint', zh: '{file}:{line}:{column} 只有官方文档的网站请求可以写 safe', en: '{file}:{line}:{column} only a website request of an official document may say safe',
    hint: { zh: '去掉 safe', en: 'Remove safe' },
  },
  DOC_RETURN_MISSING: {
    exit: 'lint', zh: '{file}:{line}:{column} {at} 没有 return 步骤', en: '{file}:{line}:{column} {at} has no return step',
    hint: { zh: '以 return 结束', en: 'End with return' },
  },
  DOC_CALL_CYCLE: {
    exit: 'lint', zh: '{file}:{line}:{column} {at}：工具互相调用成环（{way}）', en: '{file}:{line}:{column} {at}: the tools call each other in a circle ({way})',
    hint: { zh: '去掉其中一次 call', en: 'Take one of the calls out' },
  },
  DOC_CACHE_ACTS: {
    exit: 'lint', zh: '{file}:{line}:{column} {at}：cache 里只能有读取的步骤，不能有 {step}', en: '{file}:{line}:{column} {at}: steps in a cache only read; {step} may not stand there',
    hint: { zh: '把它移到 cache 外面', en: 'Move it out of the cache' },
  },
  DOC_USE_UNDECLARED: {
    exit: 'lint', zh: '{file}:{line}:{column} {at}：没有在 uses 里声明 {ability}', en: '{file}:{line}:{column} {at}: {ability} is not declared in uses',
    hint: { zh: '把它写进清单的 uses', en: 'Add it to uses in the manifest' },
  },
  // Running its steps.
  DOC_CALL_INVALID: {
    exit: 'service', zh: '步骤 {step}：给工具 {tool} 的参数 {place} 不对', en: 'Step {step}: {place} of the arguments for the tool {tool} is wrong',
    hint: hints.pluginFault,
  },
  DOC_STORAGE_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：插件自己的存储超过 {limit} 字节', en: 'Step {step}: the plugin’s own storage is over {limit} bytes',
    hint: { zh: '先用 store delete 删去用不着的', en: 'Remove what is not needed with store delete first' },
  },
  DOC_TYPE: {
    exit: 'service', zh: '步骤 {step}：应为 {expected}，得到 {found}', en: 'Step {step}: expected {expected}, found {found}',
    hint: hints.pluginFault,
  },
  DOC_FUEL_EXHAUSTED: {
    exit: 'service', zh: '步骤 {step} 用完了运算预算', en: 'Step {step} used up its budget of operations',
    hint: { zh: '缩小结果或拆成几个工具', en: 'Make the result smaller or split the tool' },
  },
  DOC_TIME_EXCEEDED: {
    exit: 'service', zh: '{tool} 运行超过 {limit} 毫秒', en: '{tool} ran for more than {limit} ms',
    hint: { zh: '稍后再试；学校网站可能很慢', en: 'Try again later; the campus site may be slow' },
  },
  DOC_STEPS_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：运行的步骤超过 {limit} 个', en: 'Step {step}: more than {limit} steps were run',
    hint: { zh: '缩小循环', en: 'Make the loops smaller' },
  },
  DOC_REQUESTS_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：请求超过 {limit} 个', en: 'Step {step}: more than {limit} requests',
    hint: { zh: '少取几页，或拆成几个工具', en: 'Fetch fewer pages or split the tool' },
  },
  DOC_ITEMS_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：列表超过 {limit} 项', en: 'Step {step}: a list has more than {limit} items',
    hint: { zh: '先用 take 截取', en: 'Cut it with take first' },
  },
  DOC_RESPONSE_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：一个响应超过 {limit} 字节', en: 'Step {step}: a response has more than {limit} bytes',
    hint: { zh: '请求更小的一页', en: 'Ask for a smaller page' },
  },
  DOC_TRAFFIC_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：所有响应合计超过 {limit} 字节', en: 'Step {step}: all responses have more than {limit} bytes',
    hint: { zh: '少取几页', en: 'Fetch fewer pages' },
  },
  DOC_RESULT_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：结果超过 {limit} 字节', en: 'Step {step}: the result has more than {limit} bytes',
    hint: { zh: '用 take 截取，或返回更少的字段', en: 'Cut it with take, or return fewer fields' },
  },
  DOC_RESULT_INVALID: {
    exit: 'service', zh: '步骤 {step}：结果的 {place} 与 output 不符，应为 {expected}', en: 'Step {step}: {place} of the result is not what output declares: {expected}',
    hint: hints.pluginFault,
  },
  DOC_DOM_NODES_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：网页超过 {limit} 个节点', en: 'Step {step}: the page has more than {limit} nodes',
    hint: { zh: '请求更小的一页', en: 'Ask for a smaller page' },
  },
  DOC_DOM_DEPTH_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：网页嵌套超过 {limit} 层', en: 'Step {step}: the page is nested more than {limit} levels deep',
    hint: { zh: '这个网页不正常', en: 'The page is not sound' },
  },
  DOC_JSON_DEPTH_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：JSON 嵌套超过 {limit} 层', en: 'Step {step}: the JSON is nested more than {limit} levels deep',
    hint: { zh: '这个响应不正常', en: 'The response is not sound' },
  },
  DOC_REGEX_INPUT_EXCEEDED: {
    exit: 'service', zh: '步骤 {step}：正则的输入 {found} 字节，上限 {limit}', en: 'Step {step}: a pattern was given {found} bytes, at most {limit}',
    hint: { zh: '先截取文字', en: 'Cut the text first' },
  },
  DOC_SELECTOR_INVALID: {
    exit: 'service', zh: '步骤 {step}：选择器 {selector} 写错了', en: 'Step {step}: the selector {selector} is not sound',
    hint: { zh: '检查 CSS 选择器', en: 'Check the CSS selector' },
  },
  DOC_EXTRACT_FAILED: {
    exit: 'service', zh: '步骤 {step}：网页无法解析', en: 'Step {step}: the page could not be read',
    hint: { zh: '稍后再试，并报告这个问题', en: 'Try again later and report it' },
  },
  DOC_STATUS: {
    exit: 'service', zh: '步骤 {step}：服务返回状态 {status}', en: 'Step {step}: the service answered with status {status}',
    hint: { zh: '稍后再试；404 是没有这个页面：检查路径和参数（模拟校园不是什么页面都有）', en: 'Try again later; 404 says that there is no such page: check the path and what it is asked (the simulated campus has not every page)' },
  },
  DOC_REQUEST_WIDER: {
    exit: 'service', zh: '步骤 {step}：请求的地址超出了声明', en: 'Step {step}: the request went beyond what was declared',
    hint: { zh: '没有发送；这是插件的错误', en: 'Nothing was sent; this is a fault of the plugin' },
  },
  DOC_PRIVATE_EGRESS: {
    exit: 'deniedByPolicy', zh: '步骤 {step}：读过个人数据之后不能再访问网站 {host}', en: 'Step {step}: after private data was read, the website {host} may not be asked',
    hint: { zh: '没有发送；官方文档须在 disclosure 里写明', en: 'Nothing was sent; an official document must say so in disclosure' },
  },
  DOC_NO_RETURN: {
    exit: 'service', zh: '{tool} 走到最后也没有返回结果', en: '{tool} came to its end without a result',
    hint: hints.pluginFault,
  },
} as const satisfies ErrorTable
