/** The CLI's exit codes (design: daemon-and-cli). The table in the docs is generated from this one. */
export const exits = {
  done: 0, unexpected: 1, usage: 2, notFound: 3, signIn: 4, keystore: 5, daemon: 6, model: 7, service: 10, lint: 11,
  approvalNeeded: 20, deniedByPerson: 21, deniedByPolicy: 22, unreviewed: 23, outcomeUnknown: 24, timedOut: 124, interrupted: 130,
} as const
export type Exit = keyof typeof exits

export interface ErrorEntry {
  readonly exit: Exit
  /** `{name}` stands for a parameter. */
  readonly zh: string
  readonly en: string
  /** What to do next. */
  readonly hint: { readonly zh: string; readonly en: string }
}
export type ErrorTable = Readonly<Record<string, ErrorEntry>>
