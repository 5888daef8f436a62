import type { SignInPrompt } from '../../host/campus/campus.ts'
import type { PromptShown } from '../protocol/push.ts'

/** A question of a sign-in as it goes over the socket. */
export const shownPrompt = (prompt: SignInPrompt): PromptShown =>
  prompt.kind === 'captcha' ? { kind: 'captcha', image: Buffer.from(prompt.image).toString('base64'), type: prompt.type } : prompt
