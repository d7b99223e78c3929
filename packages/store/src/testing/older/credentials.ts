/** As one-api hashes, of `the old password`; a low cost keeps tests fast. */
export const OLD_PASSWORD = 'the old password'
const OLD_HASH = Bun.password.hashSync(OLD_PASSWORD, { algorithm: 'bcrypt', cost: 4 }).replace(/^\$2b\$/, '$2a$')

export const ACCESS_TOKEN = '0123456789abcdef0123456789abcdef'
export const TOKEN_KEY = 'Ab3'.repeat(16)
export const UNUSED_CODE = 'c0de'.repeat(8)
export const USED_CODE = 'dead'.repeat(8)

/** What most accounts have. */
export const plain = { password: OLD_HASH, role: 1, status: 1, used_quota: 0, request_count: 0 }
