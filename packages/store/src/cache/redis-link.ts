import { RedisClient } from 'bun'

/** An answer later than this is worth less than one without Redis. */
const ANSWER_MS = 500
/** While Redis is away no call waits for it; one call in this time tests whether it is back. */
const RETRY_MS = 2000

export interface RedisLinkOptions {
  readonly url: string
  readonly clock: () => number
  readonly answerMs?: number
  /** Told once when Redis goes and once when it is back. */
  readonly onChange: (isAvailable: boolean) => void
}

export interface RedisScript {
  readonly text: string
  readonly keys: readonly string[]
  readonly args: readonly (string | number)[]
}

export interface RedisLink {
  /** The script's answer, or what is done instead while Redis is away. */
  run<T>(script: RedisScript, read: (answer: unknown) => T, instead: () => T | Promise<T>): Promise<T>
  close(): void
}

/** Runs scripts: each is one step for all nodes. */
export const openRedisLink = ({ url, clock, onChange, answerMs = ANSWER_MS }: RedisLinkOptions): RedisLink => {
  const client = new RedisClient(url, { enableOfflineQueue: false, connectionTimeout: answerMs })
  let isAvailable = true
  let retryAt = 0

  const setAvailable = (isNowAvailable: boolean): void => {
    if (!isNowAvailable) retryAt = clock() + RETRY_MS
    if (isNowAvailable === isAvailable) return
    isAvailable = isNowAvailable
    onChange(isNowAvailable)
  }

  const evaluate = async ({ text, keys, args }: RedisScript): Promise<unknown> => {
    if (!client.connected) await client.connect()
    return (await client.send('EVAL', [text, String(keys.length), ...keys, ...args.map(String)])) as unknown
  }

  const inTime = async (script: RedisScript): Promise<unknown> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis does not answer')), answerMs)
    })
    try {
      return await Promise.race([evaluate(script), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async run(script, read, instead) {
      if (!isAvailable && clock() < retryAt) return await instead()
      retryAt = clock() + RETRY_MS
      try {
        const value = read(await inTime(script))
        setAvailable(true)
        return value
      } catch {
        setAvailable(false)
        return await instead()
      }
    },
    close: () => client.close(),
  }
}
