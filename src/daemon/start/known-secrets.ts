import type { Keystore, SecretRef } from '../../host/keystore/keystore.ts'
import { isObject } from '../../rules/json.ts'

/** The secrets that the scrubber looks for. They stay inside the daemon, and are read again whenever something changed. */
export interface KnownSecrets {
  now(): readonly string[]
  /** Reads what the keystore holds. A keystore that is away leaves what was known; never rejects. */
  learn(): Promise<void>
  /** The daemon's own socket token and the like. */
  add(secret: string): void
  forget(): void
}

/** Kinds whose whole value is the secret; the others are jars and sessions, whose secrets stand inside. */
const whole: readonly SecretRef['kind'][] = ['password', 'otp-seed', 'model-key', 'device-id']
const inside: readonly SecretRef['kind'][] = ['iaaa-jar', 'session']

export function openKnownSecrets(keystore: () => Keystore): KnownSecrets {
  const own = new Set<string>()
  let kept: readonly string[] = []
  let all: readonly string[] = []
  const set = (secrets: readonly string[]): void => { kept = secrets; all = [...new Set([...own, ...kept])] }
  return {
    now: () => all,
    async learn() {
      try {
        const refs = (await keystore().list()).filter(({ kind }) => whole.includes(kind) || inside.includes(kind))
        const found: string[] = []
        for (const ref of refs) {
          await keystore().use(ref, 'keep it out of logs and results', (value) => { found.push(...secretsOf(ref, value.toString('utf8'))) })
        }
        set(found)
      } catch { /* what was known stays known */ }
    },
    add(secret) { own.add(secret); set(kept) },
    forget() { set([]) },
  }
}

function secretsOf({ kind }: SecretRef, text: string): readonly string[] {
  if (whole.includes(kind)) return [text]
  try { return valuesIn(JSON.parse(text)) } catch { return [text] }
}

/** Cookie values and tokens of a stored jar or session. Short ones are flags such as `zh`, not secrets. */
function valuesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(valuesIn)
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' ? ((name === 'value' || name === 'token' || name === 'device') && value.length >= 8 ? [value] : []) : valuesIn(value))
}
