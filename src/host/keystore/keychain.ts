/**
 * A keychain as the keystore sees it: bytes by name. `budgetMs` is how long one call may take. Rejects with a
 * `KEYSTORE_*` error. A locked keychain may answer null or false as if there were nothing: the keystore tells them apart.
 */
export interface Keychain {
  get(name: string, budgetMs: number): Promise<Buffer | null>
  set(name: string, value: Buffer, budgetMs: number): Promise<void>
  /** True when it was there. */
  delete(name: string, budgetMs: number): Promise<boolean>
  /** Ends what runs beside this process, until the next call. */
  rest?(): void
  close(): Promise<void>
}
