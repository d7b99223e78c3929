import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createBudget } from '@weir/contract/budget'
import { createChannel } from '@weir/contract/channel'
import { explainRoute } from '@weir/contract/channels/channel-checks'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { ENOUGH_CONNECTIONS, childrenOf, fetchAnew, untilAllKnow } from '../harness/workers.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, type Stand } from '../harness/stand.ts'

const WORKERS = 4
/** More wrong keys than the limit, and far fewer than four limits. */
const MOST_GUESSES = 150

let stand: Stand
beforeAll(async () => {
  stand = await openStand({ environment: { WORKERS: String(WORKERS) } })
})
afterAll(() => closeStand(stand))

const chat = (key: string, content = 'hello'): Promise<Response> =>
  fetchAnew(`${stand.weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }] }),
  })

const times = <T>(count: number, work: () => Promise<T>): Promise<readonly T[]> => Promise.all(Array.from({ length: count }, work))

const withStatus = (replies: readonly Response[], status: number): number => replies.filter((reply) => reply.status === status).length

const newKey = async (): Promise<string> => (await stand.root.call(createToken, { body: { name: 'limited', unlimited_quota: true } })).key

const set = (key: string, value: number) => stand.root.call(setOption, { body: { key, value: String(value) } })

describe(`${WORKERS} workers`, () => {
  it('allow so many requests a minute together, and say what is left', async () => {
    await set('TokenRequestsPerMinute', 10)
    await untilAllKnow(stand)
    const key = await newKey()
    const replies = await times(ENOUGH_CONNECTIONS, () => chat(key))
    expect([withStatus(replies, 200), withStatus(replies, 429)]).toEqual([10, ENOUGH_CONNECTIONS - 10])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(refused?.headers.get('x-ratelimit-reset-requests')).toBe(`${refused?.headers.get('retry-after')}s`)
  })

  it('keep a budget together, and name it to those who are refused', async () => {
    await set('TokenRequestsPerMinute', 0)
    await untilAllKnow(stand)
    const budgeted = async (limit: number) => {
      const { id: scopeId, key } = await stand.root.call(createToken, { body: { name: 'budgeted', unlimited_quota: true } })
      const body = { scope: 'token', scope_id: scopeId, unit: 'requests', period: 'total', limit } as const
      return { key, id: (await stand.root.call(createBudget, { body })).id }
    }
    const { key, id } = await budgeted(10)
    // Made later: who knows this one knows the other.
    const { key: later } = await budgeted(1_000_000)
    await eventually('all workers to know the budgets', async () => {
      const replies = await times(ENOUGH_CONNECTIONS, () => chat(later))
      return replies.every(({ headers }) => headers.get('x-ratelimit-limit-requests') === '1000000') ? true : undefined
    })
    const replies = await times(ENOUGH_CONNECTIONS, () => chat(key))
    expect([withStatus(replies, 200), withStatus(replies, 429)]).toEqual([10, ENOUGH_CONNECTIONS - 10])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBeNull()
    expect(refused?.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(await refused?.json()).toMatchObject({ error: { code: 'budget_exceeded', message: expect.stringContaining(`Budget ${id} of`) } })
  })

  it('allow so many requests at once together, and the place of one that ends is free for all', async () => {
    await set('TokenRequestsPerMinute', 0)
    await set('TokenParallelRequests', 3)
    await untilAllKnow(stand)
    const key = await newKey()
    let refused = 0
    const running = Array.from({ length: ENOUGH_CONNECTIONS }, async () => {
      const reply = await chat(key, ask({ waits: 'before-reply' }))
      if (reply.status === 429) refused++
      return reply
    })
    await eventually('all but three to be refused', () => (refused === ENOUGH_CONNECTIONS - 3 ? true : undefined))
    await eventually('three to wait upstream', () => (stand.fake.gate.waiting === 3 ? true : undefined))
    stand.fake.gate.go()
    expect(withStatus(await Promise.all(running), 200)).toBe(3)
    expect((await eventually('a free place', async () => ((await chat(key)).ok ? { ok: true } : undefined))).ok).toBe(true)
    await set('TokenParallelRequests', 0)
    await untilAllKnow(stand)
  })

  it('free the places of requests whose worker died', async () => {
    await set('TokenParallelRequests', 3)
    await untilAllKnow(stand)
    const key = await newKey()
    const running = times(3, () => chat(key, ask({ waits: 'before-reply' })).catch(() => undefined))
    await eventually('three to wait upstream', () => (stand.fake.gate.waiting === 3 ? true : undefined))
    expect((await chat(key)).status).toBe(429)
    for (const pid of childrenOf(stand.weir.pid)) process.kill(pid, 'SIGKILL')
    await eventually('three free places', async () => {
      const replies = await times(3, () => chat(key).catch(() => undefined))
      return replies.every((reply) => reply?.ok === true) ? true : undefined
    })
    stand.fake.gate.go()
    expect(await running).toEqual([undefined, undefined, undefined])
    await set('TokenParallelRequests', 0)
    await untilAllKnow(stand)
  })

  it('let a channel rest together after five failures at any of them', async () => {
    const body = { type: 1, name: 'backup', key: UPSTREAM_KEY, base_url: stand.fake.url, models: MODEL, priority: -1 }
    await stand.root.call(createChannel, { body })
    const key = await newKey()
    for (let count = 0; count < 5; count++) expect((await chat(key, ask({ status: 500 }))).status).toBe(502)
    const explain = async (): Promise<string> => {
      const url = `${stand.weir.url}${explainRoute.path}?model=${MODEL}&group=default`
      const { data } = (await (await fetchAnew(url, { headers: { cookie: stand.root.cookie } })).json()) as { data: unknown }
      return explainRoute.data.parse(data).find(({ name }) => name === 'fake')?.reason ?? 'unknown'
    }
    await eventually('all workers to rest the channel', async () => {
      const reasons = await times(ENOUGH_CONNECTIONS, explain)
      return reasons.every((reason) => reason === 'circuit-open') ? true : undefined
    })
  })

  it('count wrong keys together', async () => {
    let wrong = 0
    await eventually('all workers to stop the guesses', async () => {
      const replies = await times(ENOUGH_CONNECTIONS, () => chat(`WRONG${++wrong}`))
      return withStatus(replies, 429) === ENOUGH_CONNECTIONS ? true : undefined
    })
    expect(wrong - ENOUGH_CONNECTIONS).toBeLessThan(MOST_GUESSES)
  })
})
