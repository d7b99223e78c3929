export type TokenState = 'enabled' | 'disabled' | 'expired' | 'exhausted'

/** A token and its owner as they stand in the database; the authenticate stage judges them. */
export interface Identity {
  readonly tokenId: number
  readonly tokenName: string
  readonly tokenState: TokenState
  /** Epoch seconds; -1 never. */
  readonly expiresAt: number
  readonly isUnlimited: boolean
  readonly remainQuota: number
  readonly models: readonly string[]
  readonly subnets: readonly string[]
  readonly userId: number
  readonly username: string
  readonly isUserEnabled: boolean
  readonly isAdmin: boolean
  /** By which it is served and charged. */
  readonly group: string
  /** Of the user, where the token has chosen another. */
  readonly ownGroup?: string
}

export interface Identities {
  /** `key` is the presented value without `sk-`. Undefined when no such token exists. At once where it is known. */
  find(key: string): Identity | undefined | Promise<Identity | undefined>
  markExpired(tokenId: number): Promise<void>
  markExhausted(tokenId: number): Promise<void>
}

/** Presented keys that name no token. An address that guesses is refused before the database is asked. */
export interface GuessLimit {
  /** Seconds to wait; 0 when the address may present this key. A key that was right before is never held up by its neighbours. */
  secondsToWait(address: string, key: string): number
  /** True when it was not known to be right. */
  rightKey(key: string): boolean
  wrongKey(address: string): void
}
