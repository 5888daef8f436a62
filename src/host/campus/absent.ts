import { HarnessError } from '../../rules/errors/index.ts'

/** Reads `KEYSTORE_ABSENT` as a value; every other rejection stays one. */
export async function absentAs<T, D>(absent: D, use: Promise<T>): Promise<T | D> {
  try {
    return await use
  } catch (error) {
    const code: string | undefined = error instanceof HarnessError ? error.code : undefined
    if (code === 'KEYSTORE_ABSENT') return absent
    throw error
  }
}
