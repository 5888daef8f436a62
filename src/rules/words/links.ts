import type { WordTable } from './say.ts'

/** How a link in an answer stands that nobody but the model wrote. Each holds a space: so it is no target of a Markdown link. */
export const linkWords = {
  link: { zh: '[助手自己写的链接，主机 {host}：{url}]', en: '[link written by the assistant, host {host}: {url}]' },
  address: { zh: '[助手自己写的地址 {url}]', en: '[address written by the assistant: {url}]' },
  nowhere: { zh: '[助手自己写的链接 {url}]', en: '[link written by the assistant: {url}]' },
} as const satisfies WordTable
