import type { ErrorTable } from './table.ts'

/** Errors of the keystore. */
export const keystoreErrors = {
  KEYSTORE_LOCKED: {
    exit: 'keystore', zh: '系统密钥库已锁定', en: 'The system keychain is locked',
    hint: { zh: '解锁密钥库后再试', en: 'Unlock the keychain and try again' },
  },
} as const satisfies ErrorTable
