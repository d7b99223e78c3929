import { afterAll, describe, expect, it } from 'bun:test'
import { createWindowLimits, type LimitRequest } from '@weir/relay/guards/window-limits'
import type { LimitDecision } from '@weir/relay/ports'
import { eventually } from '../../../../tools/testing/eventually.ts'
import { openRedisLimits } from './redis-limits.ts'

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? ''
const PATIENCE_MS = 60_000
const NONE = { requestsPerMinute: 0, tokensPerMinute: 0, parallel: 0 }

const open = (url: string, answerMs?: number, leaseMs?: number) => {
  const limits = openRedisLimits({
    url,
    ...(answerMs !== undefined && { answerMs }),
    ...(leaseMs !== undefined && { leaseMs }),
    clock: Date.now,
    fallback: createWindowLimits(Date.now),
    newId: () => crypto.randomUUID(),
    onChange: () => undefined,
  })
  afterAll(() => limits.close())
  return limits
}

/** A caller of its own for each test. */
const requestWith = (over: Partial<typeof NONE>): LimitRequest => ({
  tokenId: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER),
  userId: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER),
  tokens: 10,
  perToken: { ...NONE, ...over },
  perUser: NONE,
})

const served = (decisions: readonly LimitDecision[]): number => decisions.filter(({ ok }) => ok).length

describe('limits of callers without Redis', () => {
  it('are counted by the node', async () => {
    const limits = open('redis://127.0.0.1:1')
    const request = requestWith({ requestsPerMinute: 2 })
    const decisions = [await limits.take(request), await limits.take(request), await limits.take(request)]
    expect(decisions.map(({ ok }) => ok)).toEqual([true, true, false])
  })
})

if (REDIS_URL !== '') {
  describe('limits of callers in Redis', () => {
    // Patient: a node that counts for itself while the machine is busy would let too many through.
    const nodes = [open(REDIS_URL, PATIENCE_MS), open(REDIS_URL, PATIENCE_MS)] as const
    const takeAll = (request: LimitRequest, count: number): Promise<readonly LimitDecision[]> =>
      Promise.all(Array.from({ length: count }, (_, index) => nodes[index % 2 === 0 ? 0 : 1].take(request)))

    it('let through together what is allowed in a minute, and say what is left', async () => {
      const request = requestWith({ requestsPerMinute: 7 })
      const decisions = await takeAll(request, 40)
      expect(served(decisions)).toBe(7)
      expect(decisions.find(({ ok }) => !ok)).toMatchObject({ limit: 'requests', remaining: { requests: { limit: 7, remaining: 0 } } })
      expect(await nodes[0].take({ ...request, perToken: NONE, perUser: { ...NONE, requestsPerMinute: 7 } })).toMatchObject({ ok: false })
    })

    it('let through together what is allowed at once, and free the place of what ends', async () => {
      const request = requestWith({ parallel: 3 })
      const decisions = await takeAll(request, 20)
      expect(served(decisions)).toBe(3)
      for (const decision of decisions) if (decision.ok) decision.ticket.release(1)
      // What a connection is asked later it answers later.
      await takeAll(requestWith({}), 2)
      expect(served(await takeAll(request, 20))).toBe(3)
    })

    it('count tokens by estimate and then as they were used', async () => {
      const request = requestWith({ tokensPerMinute: 100 })
      const first = await nodes[0].take(request)
      expect(first).toMatchObject({ ok: true, ticket: { remaining: { tokens: { limit: 100, remaining: 90 } } } })
      if (first.ok) {
        first.ticket.release(20)
        // Given back before.
        first.ticket.release(0)
      }
      const second = await nodes[0].take(request)
      expect(second).toMatchObject({ ok: true, ticket: { remaining: { tokens: { limit: 100, remaining: 70 } } } })
      if (second.ok) second.ticket.release(80)
      expect(await nodes[0].take(request)).toMatchObject({ ok: false, limit: 'tokens', remaining: { tokens: { remaining: 0 } } })
    })

    it('keep the place of a request as long as it runs, and free those of a node that is gone', async () => {
      const leaseMs = 1500
      const dying = open(REDIS_URL, PATIENCE_MS, leaseMs)
      const other = open(REDIS_URL, PATIENCE_MS, leaseMs)
      const request = requestWith({ parallel: 1 })
      const client = new Bun.RedisClient(REDIS_URL)
      const leases = `weir:relay:t${request.tokenId}:running`
      const leaseEnd = async () => Number(await client.zscore(leases, (await client.zrange(leases, 0, 0))[0] ?? ''))
      expect((await dying.take(request)).ok).toBe(true)
      const firstEnd = await leaseEnd()
      // Renewed when the first lease was over.
      await eventually('a later lease', async () => ((await leaseEnd()) >= firstEnd + leaseMs ? true : undefined))
      expect(await other.take(request)).toMatchObject({ ok: false, limit: 'parallel' })
      client.close()
      dying.close()
      await eventually('a free place', async () => ((await other.take(request)).ok ? true : undefined))
    }, 180_000)

    it('are forgotten after a minute, but for what still runs', async () => {
      const request = requestWith({ requestsPerMinute: 5 })
      await nodes[0].take(request)
      const client = new Bun.RedisClient(REDIS_URL)
      const [minute, running] = [`weir:relay:t${request.tokenId}:minute`, `weir:relay:t${request.tokenId}:running`]
      const lives = [await client.pttl(minute), await client.pttl(running)]
      client.close()
      expect(lives.every((ms) => ms > 0 && ms <= 60_000)).toBe(true)
    })
  })
}
