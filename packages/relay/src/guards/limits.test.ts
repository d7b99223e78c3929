import { describe, expect, it } from 'bun:test'
import { RelayRefusal } from '../refusal.ts'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { replyOfRefusal } from '../reply.ts'
import { chatReply, openHarness } from '../testing/harness.ts'

const perToken = { requestsPerMinute: 2, tokensPerMinute: 1000, parallel: 0 }
const perUser = { requestsPerMinute: 50, tokensPerMinute: 0, parallel: 0 }
const reply = chatReply({ prompt_tokens: 10, completion_tokens: 4 })

const refusalOf = async (pending: Promise<unknown>): Promise<RelayRefusal> => {
  const error: unknown = await pending.catch((reason: unknown) => reason)
  if (error instanceof RelayRefusal) return error
  throw new Error('the request was not refused')
}

describe('limits of our own', () => {
  it('tell the caller what is left of the tightest, and when to come back', async () => {
    const test = openHarness({ replies: [reply, reply], limits: { perToken, perUser } })
    const { headers } = await test.call({ model: 'm' })
    expect(headers).toMatchObject({ 'x-ratelimit-limit-requests': '2', 'x-ratelimit-remaining-requests': '1' })
    expect(headers['x-ratelimit-limit-tokens']).toBe('1000')
    expect(Number(headers['x-ratelimit-remaining-tokens'])).toBeLessThan(1000)
    expect((await test.call({ model: 'm' })).headers['x-ratelimit-remaining-requests']).toBe('0')
    const refusal = await refusalOf(test.call({ model: 'm' }))
    const refused = replyOfRefusal(refusal, { envelope: chatEnvelope, requestId: 'r', language: 'en' }, 0)
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit-requests': '2',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '60s',
      'x-ratelimit-limit-tokens': '1000',
      'x-ratelimit-reset-tokens': '60s',
    })
  })

  it('say nothing where none is set', async () => {
    const { headers } = await openHarness({ replies: [reply] }).call({ model: 'm' })
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })
})

describe('an address that tries keys', () => {
  it('is refused after 60 wrong ones without another lookup, even with a right one', async () => {
    const test = openHarness({ replies: [reply] })
    for (let tries = 0; tries < 60; tries++) {
      expect((await refusalOf(test.call({ model: 'm' }, { authorization: `Bearer sk-WRONG${tries}` }))).status).toBe(401)
    }
    const refusal = await refusalOf(test.call({ model: 'm' }))
    expect([refusal.status, refusal.options.retryAfter]).toEqual([429, '60'])
    expect(test.lookups).toHaveLength(60)
  })
})
