/** How long one check may take. */
export const CHECK_LIMIT_MS = 5000

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'

  constructor(limitMs: number) {
    super(`no answer within ${limitMs / 1000} s`)
  }
}

/** The outcome of the work, or `TookTooLong`: a name or a server that never answers must not hold up the rest. */
export const within = async <T>(work: Promise<T>, limitMs: number = CHECK_LIMIT_MS): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TookTooLong(limitMs)), limitMs)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
