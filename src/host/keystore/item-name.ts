import type { SecretRef } from './keystore.ts'

/** The name under which a secret stands in the keychain: three parts, encoded so that no two secrets share one. */
export const itemName = ({ account, kind, name }: SecretRef): string => [account, kind, name].map(encodeURIComponent).join('/')

/** Holds no secret. Whether it can be read and written tells an unlocked keychain from a locked one. No secret has this name. */
export const sentinelName = 'sentinel'
