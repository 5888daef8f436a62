import type { SecretRef } from './keystore.ts'

/** Where the password of a campus account stands, if the person wanted it kept. */
export const passwordRef = (account: string): SecretRef => ({ account, kind: 'password', name: '' })
