/** Commands that act on one profile; `sim`, `help`, `demo`, `completion` and `version` are the same in each; a line that names its profile stays as it is. */
const ofProfile = /\bpkuh (?=(?:login|logout|otp|status|accounts|services|tools|call|ask|approvals|plugin|market|memory|consents|grants|model|paycode|proxy|effects|policy|audit|keystore|lock|pin|daemon|doctor)\b)(?![\w -]{0,60}--profile)/g

/** A phrase for people whose commands are to be typed as they stand: in the simulated profile they name it, or they would go to the real campus. */
export const inProfile = (text: string, profile: 'default' | 'sim'): string => (profile === 'sim' && text.includes('pkuh ') ? text.replace(ofProfile, 'pkuh --profile sim ') : text)

/** The same for an error's words. */
export const reportInProfile = <R extends { readonly message: string; readonly hint: string }>(report: R, profile: 'default' | 'sim'): R =>
  ({ ...report, message: inProfile(report.message, profile), hint: inProfile(report.hint, profile) })
