import { type FailureKind, type Lang, ToolFailure, type Words } from '../../../sdk/index.ts'

/** What an `assert` says when its author gave no words. */
const plainWords: Readonly<Record<FailureKind, Words>> = {
  invalid: { zh: '参数不对', en: 'The arguments are wrong' },
  'not-found': { zh: '没有找到', en: 'Not found' },
  'signed-out': { zh: '登录状态已失效', en: 'The sign-in has ended' },
  closed: { zh: '这项服务现在没有开放', en: 'The service is closed just now' },
  rejected: { zh: '服务拒绝了这个请求', en: 'The service refused the request' },
  'site-changed': { zh: '网站改版了，这个插件需要更新', en: 'The site has changed; this plugin needs an update' },
}

export const failByAssert = (step: { readonly or: FailureKind; readonly words: Words | undefined; readonly at: string }, lang: Lang): ToolFailure =>
  new ToolFailure(step.or, step.words ? step.words[lang] : `${plainWords[step.or][lang]} (${step.at})`)

/** The words are the author's own; nothing of a page can stand in them. */
export const failBySay = (step: { readonly failure: FailureKind; readonly words: Words }, lang: Lang): ToolFailure =>
  new ToolFailure(step.failure, step.words[lang])

/** `at` is the author's: a step's path, and the selector or header that was not there. */
export const siteChanged = (at: string, lang: Lang, cause?: unknown): ToolFailure => new ToolFailure('site-changed', `${plainWords['site-changed'][lang]} (${at})`, { cause })
