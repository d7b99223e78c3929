import { createConcurrencyLimit } from '../process/concurrency-limit.ts'

/** Memory and passes after the OWASP floor for argon2id; the parameters travel inside the hash. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Hashing is heavy on purpose; more than this at once would starve the relay of memory. */
const MAX_PARALLEL = 4

export const DEFAULT_ROOT_PASSWORD = '123456'

const inTurn = createConcurrencyLimit(MAX_PARALLEL)

export type HashPassword = (password: string) => Promise<string>

export const hashPassword: HashPassword = (password) => inTurn(() => Bun.password.hash(password, ARGON2ID))

let dummyHash: Promise<string> | undefined

/** A hash of no known password, so that an unknown user takes as long as a known one. */
const unknownUserHash = (): Promise<string> => (dummyHash ??= hashPassword(crypto.randomUUID()))

/** Accounts without a password (made by an external sign-in) match nothing. */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const against = hash || (await unknownUserHash())
  const isMatch = await inTurn(() => Bun.password.verify(password, against))
  return isMatch && hash !== undefined && hash !== ''
}

/** Imported bcrypt hashes are replaced the first time their password is seen. */
export const isOutdatedHash = (hash: string): boolean => !hash.startsWith('$argon2id$')
