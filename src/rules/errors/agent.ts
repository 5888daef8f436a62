import type { ErrorTable } from './table.ts'

const later = { zh: '稍后再试，或运行 pkuh model test', en: 'Try again later, or run pkuh model test' }

/** Errors of a turn and of model providers. No text of a provider stands in them: it can repeat a key. */
export const agentErrors = {
  MODEL_FAILED: { exit: 'model', zh: '模型服务出错：{reason}', en: 'The model provider failed: {reason}', hint: later },
  MODEL_KEY_REFUSED: {
    exit: 'model', zh: '模型服务 {provider} 不接受这个密钥（{status}）', en: 'The model provider {provider} does not accept the key ({status})',
    hint: { zh: '运行 pkuh model set 重新填写密钥', en: 'Enter the key again with pkuh model set' },
  },
  MODEL_KEY_MISSING: {
    exit: 'usage', zh: '没有 {provider} 的密钥', en: 'There is no key for {provider}',
    hint: { zh: '在终端里输入，或用 --key-stdin；不要密钥的服务用 --no-key', en: 'Type it at a terminal or use --key-stdin; for a server that wants none, --no-key' },
  },
  MODEL_BUSY: {
    exit: 'model', zh: '模型服务 {provider} 太忙（{status}）', en: 'The model provider {provider} is too busy ({status})',
    hint: { zh: '请在 {seconds} 秒后再试', en: 'Try again in {seconds} s' },
  },
  MODEL_STREAM_BROKEN: { exit: 'model', zh: '模型服务 {provider} 的回答中断了', en: 'The answer of the model provider {provider} broke off', hint: later },
  MODEL_ENDPOINT_INVALID: {
    exit: 'usage', zh: '模型服务地址不能用：{problem}', en: 'The address of the model provider will not do: {problem}',
    hint: { zh: '用 https 地址；本机服务用 http://127.0.0.1:端口', en: 'Use an https address; for a server on this machine http://127.0.0.1:PORT' },
  },
  MODEL_ENDPOINT_SECRET: {
    exit: 'usage', zh: '模型服务的地址或名称里带着密钥一类的内容，没有保存', en: 'The address or the name of the model holds what looks like a key; nothing was kept',
    hint: {
      zh: '地址和名称写在设置文件里；去掉用户名、密码和 ? 之后的部分，密钥在终端里输入或用 --key-stdin，它只存在密钥库',
      en: 'Both stand in the settings file: leave out user name, password and all after ?; type the key at a terminal or use --key-stdin, and it lies in the keystore alone',
    },
  },
  CONVERSATION_UNKNOWN: {
    exit: 'notFound', zh: '没有对话 {id}', en: 'There is no conversation {id}',
    hint: { zh: 'pkuh ask 在最后写出对话的 id；不带 --conversation 就开始一个新的', en: 'pkuh ask writes a conversation’s id at its end; without --conversation it starts a new one' },
  },
  CONVERSATION_DAMAGED: {
    exit: 'unexpected', zh: '对话 {id} 的记录读不懂（第 {seq} 条）', en: 'The record of conversation {id} cannot be read (event {seq})',
    hint: { zh: '开始一个新对话；运行 pkuh doctor 查看原因', en: 'Start a new conversation; run pkuh doctor to see why' },
  },
} as const satisfies ErrorTable
