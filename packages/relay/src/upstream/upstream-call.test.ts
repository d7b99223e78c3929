import { describe, expect, it } from 'bun:test'
import { failedWith } from '@weir/dialects/model/event'
import type { AccessExchange } from '@weir/dialects/model/provider'
import type { EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import { openAttempt } from '../testing/open-attempt.ts'
import { callUpstream, isEventStream, type CallPlan } from './upstream-call.ts'

const contexts: EncodeContext[] = []
const plan: CallPlan = {
  encode: ({ key }, context) => {
    contexts.push(context)
    return { method: 'POST', url: 'u', headers: { key, token: context.accessToken }, body: '' }
  },
  follow: undefined,
  isStream: false,
}
const tokensIn = (requests: readonly UpstreamRequest[]) => requests.map(({ headers }) => headers['token'])
const access: AccessExchange = { request: () => undefined, decode: () => failedWith('broken') }

describe('a call', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [404, false],
    [500, false],
  ])('that is answered with %p is a success: %p', async (status, ok) => {
    const { attempt, ports } = openAttempt({ replies: [{ status }] })
    expect((await callUpstream(plan, attempt, ports)).ok).toBe(ok)
  })

  it('must be answered within the time for the first byte, and its error be read within the idle time', async () => {
    const { attempt, ports, waits } = openAttempt({ replies: [{ status: 500, body: 'x' }] })
    await callUpstream(plan, attempt, ports)
    expect(waits).toEqual([3500, 700])
    expect(contexts.at(-1)).toMatchObject({ now: 1_700_000_000_400, accessToken: '' })
  })

  it('that fails is judged by status, text and headers', async () => {
    const { attempt, ports } = openAttempt({
      replies: [{ status: 429, body: 'slow down', headers: { 'retry-after': '7', 'x-why': 'busy' } }],
      provider: {
        classify: (status, body, header) =>
          status === 429 && body === 'slow down' && header?.('x-why') === 'busy' && header('x-else') === undefined
            ? 'rate-limited'
            : 'broken',
      },
    })
    expect(await callUpstream(plan, attempt, ports)).toEqual({
      ok: false,
      failure: { kind: 'failed', fault: 'rate-limited', status: 429, body: 'slow down', message: '', retryAfter: '7' },
    })
  })

  it.each([
    [65_536, 65_536],
    [65_537, 0],
  ])('whose error page has %p bytes is judged by %p of them', async (sent, read) => {
    const { attempt, ports } = openAttempt({ replies: [{ status: 500, body: 'x'.repeat(sent) }] })
    const result = await callUpstream(plan, attempt, ports)
    expect(!result.ok && result.failure.body.length).toBe(read)
    expect(!result.ok && result.failure.retryAfter).toBeUndefined()
  })

  it('whose error page breaks off is a failure of the network', async () => {
    const { attempt, ports } = openAttempt({
      replies: [{ status: 500, pieces: () => ({ read: () => Promise.reject(new Error('reset')), cancel: () => undefined }) }],
    })
    expect(await callUpstream(plan, attempt, ports).catch(String)).toBe('NetworkFailure: reset')
  })

  it('knows events by their type', () => {
    const typed = (type: string) => isEventStream({ status: 200, headers: new Headers({ 'content-type': type }), body: null })
    expect([typed('text/event-stream; charset=utf-8'), typed('application/json'), typed('a text/event-stream')]).toEqual([
      true,
      false,
      false,
    ])
    expect(isEventStream({ status: 200, headers: new Headers(), body: null })).toBe(false)
  })
})

describe('a call with a token', () => {
  it('carries it', async () => {
    const { attempt, ports, requests } = openAttempt({ replies: [{}], provider: { access }, grants: [{ token: 't1', isFresh: true }] })
    expect((await callUpstream(plan, attempt, ports)).ok).toBe(true)
    expect(tokensIn(requests)).toEqual(['t1'])
  })

  it('asks once more with a new one when an older one is refused', async () => {
    const { attempt, ports, requests, forgotten } = openAttempt({
      replies: [{ status: 401 }, {}],
      provider: { access },
      grants: [
        { token: 'old', isFresh: false },
        { token: 'new', isFresh: true },
      ],
    })
    expect((await callUpstream(plan, attempt, ports)).ok).toBe(true)
    expect([tokensIn(requests), forgotten]).toEqual([['old', 'new'], [1]])
  })

  it('gives up when a new one is refused, or the second', async () => {
    const fresh = openAttempt({ replies: [{ status: 401 }, {}], provider: { access }, grants: [{ token: 't', isFresh: true }] })
    expect(await callUpstream(plan, fresh.attempt, fresh.ports)).toMatchObject({ ok: false, failure: { fault: 'bad-credential' } })
    expect([fresh.requests.length, fresh.forgotten]).toEqual([1, [1]])
    const twice = openAttempt({
      replies: [{ status: 401 }, { status: 401 }, {}],
      provider: { access },
      grants: [
        { token: 'a', isFresh: false },
        { token: 'b', isFresh: false },
      ],
    })
    expect((await callUpstream(plan, twice.attempt, twice.ports)).ok).toBe(false)
    expect([tokensIn(twice.requests), twice.forgotten]).toEqual([
      ['a', 'b'],
      [1, 1],
    ])
  })

  it('is not repeated for another failure, nor where the key needs no token', async () => {
    for (const [status, token] of [
      [500, 'old'],
      [401, ''],
    ] as const) {
      const { attempt, ports, requests, forgotten } = openAttempt({
        replies: [{ status }, {}],
        provider: { access },
        grants: [{ token, isFresh: false }],
      })
      expect((await callUpstream(plan, attempt, ports)).ok).toBe(false)
      expect([requests.length, forgotten]).toEqual([1, []])
    }
  })

  it('fails as the exchange for one failed', async () => {
    const grants = [{ failure: { fault: 'out-of-credit', message: 'no money' } }] as const
    const { attempt, ports, requests } = openAttempt({ replies: [{}], provider: { access }, grants })
    expect(await callUpstream(plan, attempt, ports)).toMatchObject({ ok: false, failure: { fault: 'out-of-credit', message: 'no money' } })
    expect(requests).toEqual([])
  })
})

describe('an answer in steps', () => {
  const next = { request: { method: 'GET', url: 'next', headers: {}, body: '' }, delayMs: 0 } as const

  it('is asked for 600 times at most', async () => {
    const steps: number[] = []
    const { attempt, ports, requests } = openAttempt({ replies: Array.from({ length: 700 }, () => ({ body: 'wait' })) })
    const follow: CallPlan['follow'] = ({ step }) => {
      steps.push(step)
      return next
    }
    await callUpstream({ ...plan, follow }, attempt, ports)
    expect([requests.length, steps[0], steps.at(-1)]).toEqual([601, 0, 599])
  })

  it('can be read again, without the length it was announced with', async () => {
    const headers = { 'content-length': '5', 'content-type': 'application/json' }
    const { attempt, ports } = openAttempt({ replies: [{ body: 'ready', headers, status: 201 }] })
    const seen: unknown[] = []
    const follow: CallPlan['follow'] = (told) => {
      seen.push(told)
      return undefined
    }
    const result = await callUpstream({ ...plan, follow }, attempt, ports)
    if (!result.ok) throw new Error('failed')
    expect(seen).toEqual([{ status: 201, body: 'ready', step: 0, isStream: false }])
    expect([result.reply.status, result.reply.headers.get('content-length'), result.reply.headers.get('content-type')]).toEqual([
      201,
      null,
      'application/json',
    ])
    expect(await new Response(result.reply.body).text()).toBe('ready')
  })

  it('has the time of a pause for each piece of a body that is looked into', async () => {
    const pieces = ['{', '}'].map((text) => Buffer.from(text))
    const read = () => Promise.resolve({ done: pieces.length === 0, value: pieces.shift() })
    const { attempt, ports, waits } = openAttempt({ replies: [{ pieces: () => ({ read, cancel: () => undefined }) }] })
    await callUpstream({ ...plan, follow: () => undefined }, attempt, ports)
    expect(waits).toEqual([3500, 700, 700, 700])
  })

  it('fails with a step that fails, or that the provider gives up', async () => {
    const failing = openAttempt({ replies: [{ body: 'wait' }, { status: 401, body: 'no' }] })
    expect(await callUpstream({ ...plan, follow: () => next }, failing.attempt, failing.ports)).toMatchObject({
      ok: false,
      failure: { fault: 'bad-credential', status: 401, body: 'no' },
    })
    const given = openAttempt({ replies: [{ body: 'wait' }] })
    const follow: CallPlan['follow'] = () => ({ fault: 'too-slow', message: 'given up' })
    expect(await callUpstream({ ...plan, follow }, given.attempt, given.ports)).toMatchObject({
      ok: false,
      failure: { fault: 'too-slow', message: 'given up' },
    })
  })
})
