const POOL_BYTES = 4096

/** Random bytes in hexadecimal digits, drawn many at a time: asking for a few costs as much as for thousands. */
export const createRandomIds = (fill: (pool: Buffer) => unknown): ((bytes: number) => string) => {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return (bytes) => {
    if (used + bytes > POOL_BYTES) {
      fill(pool)
      used = 0
    }
    used += bytes
    return pool.toString('hex', used - bytes, used)
  }
}
