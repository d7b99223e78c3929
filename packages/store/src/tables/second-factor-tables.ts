/** The secret of an authenticator app. Codes of `last_step` and before are used up. */
export interface TotpSecretsTable {
  user_id: number
  secret_cipher: string
  is_active: boolean
  last_step: number
  created_at: number
}

/** Where a user has signed in before. */
export interface KnownDevicesTable {
  device_hmac: string
  user_id: number
  seen_at: number
}

/** A code that was used has no row any more. */
export interface RecoveryCodesTable {
  code_hmac: string
  user_id: number
}

/** `id_hash` is the SHA-256 of the credential's id, which may be longer than an index allows. */
export interface PasskeysTable {
  id_hash: string
  user_id: number
  credential_id: string
  public_key: string
  /** How often the authenticator says it was used; 0 for ever where it does not count. */
  counter: number
  /** Comma-joined. */
  transports: string
  name: string
  created_at: number
  /** 0 until it is used. */
  used_at: number
}

/** A question to an authenticator that awaits its answer. */
export interface PasskeyChallengesTable {
  challenge_hmac: string
  holder_hmac: string
  user_id: number
  expires_at: number
}
