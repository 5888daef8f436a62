/**
 * The ways a plugin may say that it could not do what was asked. The CLI's exit codes follow from them. `invalid` is for
 * arguments that do not go together, said before anything is sent: it ends as any wrong argument does.
 */
export const failureKinds = ['invalid', 'not-found', 'signed-out', 'closed', 'rejected', 'site-changed'] as const
export type FailureKind = (typeof failureKinds)[number]

/**
 * Thrown by a tool to fail in a typed way. `message` is for people and is treated as the plugin's text:
 * it is cleaned, and it is data to the model.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  constructor(readonly kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
  }
}
