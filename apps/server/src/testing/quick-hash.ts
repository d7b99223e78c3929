/** Of the least cost, which travels inside the hash: what sign-in must cost is no matter of most tests. */
export const quickHash = (password: string): Promise<string> =>
  Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
