import type { EndpointDefinition } from '@weir/contract/endpoint'
import { Refusal } from '@weir/contract/errors'
import type { LimitedCaller, RateLimits } from './rate-limits.ts'

const usernameIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'username' in body && typeof body.username === 'string' ? body.username : undefined

export const limitedCaller = (address: string, userId: number | undefined, body: unknown): LimitedCaller => ({
  address,
  userId,
  username: usernameIn(body),
})

interface LimitedCall<T> {
  readonly endpoint: EndpointDefinition
  readonly caller: LimitedCaller
  readonly work: () => Promise<T>
}

/** Runs a call through the counters its endpoint names. */
export const runLimited = async <T>(limits: RateLimits, { endpoint, caller, work }: LimitedCall<T>): Promise<T> => {
  if (endpoint.limit === undefined) return await work()
  const admission = await limits.admit(endpoint.limit, caller)
  try {
    const result = await work()
    await admission.end('done')
    return result
  } catch (error) {
    await admission.end(error instanceof Refusal ? 'refused' : 'broken')
    throw error
  }
}
