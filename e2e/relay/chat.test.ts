import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createToken } from '@weir/contract/token'
import type OpenAI from 'openai'
import { APIError } from 'openai'
import { DEFAULT_TEXT, DEFAULT_USAGE, ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import {
  MODEL,
  UPSTREAM_KEY,
  closeStand,
  nextLog,
  openStand,
  openaiClient,
  ownLogs,
  selfOf,
  unitsFor,
  type Stand,
} from '../harness/stand.ts'

let stand: Stand

beforeAll(async () => {
  stand = await openStand()
})

afterAll(() => closeStand(stand))

const user = (content: string): OpenAI.ChatCompletionMessageParam[] => [{ role: 'user', content }]

const refusalOf = async (call: Promise<unknown>): Promise<APIError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof APIError) return error
  throw new Error(`expected a refusal, got ${String(error)}`)
}

/** What one call costs and writes, seen through the management API. */
const effectOf = async (call: () => Promise<unknown>) => {
  const before = await selfOf(stand.root)
  const rows = await ownLogs(stand.root)
  await call()
  const log = await nextLog(stand.root, rows.length)
  const after = await selfOf(stand.root)
  return {
    log,
    spent: before.quota - after.quota,
    used: after.used_quota - before.used_quota,
    requests: after.request_count - before.request_count,
    upstreamCalls: stand.fake.journal.length,
  }
}

describe('models', () => {
  it('are listed and looked up as the package expects', async () => {
    const models = await Array.fromAsync(stand.openai.models.list())
    expect(models.map(({ id }) => id).toSorted()).toEqual(['gpt-4o', MODEL])
    expect(await stand.openai.models.retrieve(MODEL)).toMatchObject({ id: MODEL, object: 'model' })
    const unknown = await refusalOf(stand.openai.models.retrieve('no-such-model'))
    expect([unknown.status, unknown.code]).toEqual([404, 'model_not_found'])
  })

  it('are only those a limited token may use', async () => {
    const limited = await stand.root.call(createToken, { body: { name: 'limited', unlimited_quota: true, models: 'gpt-4o' } })
    const client = openaiClient(stand.weir.url, limited.key)
    expect((await Array.fromAsync(client.models.list())).map(({ id }) => id)).toEqual(['gpt-4o'])
    const refused = await refusalOf(client.chat.completions.create({ model: MODEL, messages: user('hello') }))
    expect([refused.status, refused.code]).toEqual([403, 'model_not_allowed'])
  })
})

describe('a whole reply', () => {
  it('arrives as upstream wrote it and costs its price to the unit', async () => {
    let reply: OpenAI.ChatCompletion | undefined
    const effect = await effectOf(async () => {
      reply = await stand.openai.chat.completions.create({ model: MODEL, messages: user('hello') })
    })
    const { prompt_tokens: prompt, completion_tokens: completion } = DEFAULT_USAGE
    const price = unitsFor(prompt, completion)
    expect(reply?.choices[0]?.message.content).toBe(DEFAULT_TEXT)
    expect(reply?.usage).toMatchObject({ prompt_tokens: prompt, completion_tokens: completion })
    expect(price).toBe(6)
    expect([effect.spent, effect.used, effect.log.quota, effect.requests]).toEqual([price, price, price, 1])
    expect(effect.log).toMatchObject({
      type: 2,
      username: 'root',
      token_name: 'first',
      model_name: MODEL,
      prompt_tokens: prompt,
      completion_tokens: completion,
      is_stream: false,
    })
  })

  it('costs the same to the unit whatever the figures are', async () => {
    // With a prompt and a limit like these, such figures are plausible.
    const long = { role: 'system' as const, content: 'x'.repeat(350_000) }
    for (const [prompt, completion] of [
      [1, 0],
      [0, 1],
      [1_000_003, 7],
      [12_345, 67_891],
    ] as const) {
      const content = ask({ usage: { prompt_tokens: prompt, completion_tokens: completion } })
      const effect = await effectOf(() =>
        stand.openai.chat.completions.create({ model: MODEL, messages: [long, ...user(content)], max_tokens: 70_000 }),
      )
      const price = unitsFor(prompt, completion)
      expect([prompt, completion, effect.spent, effect.log.quota]).toEqual([prompt, completion, price, price])
    }
  })

  it('costs no more than the request can when upstream reports a million million tokens', async () => {
    const content = ask({ usage: { prompt_tokens: 1e12, completion_tokens: 1e12 } })
    const effect = await effectOf(() => stand.openai.chat.completions.create({ model: MODEL, messages: user(content), max_tokens: 50 }))
    // 46 characters were delivered: 46 × 3 + 1024 is more than twice the limit of 50 and 1024.
    expect(effect.log).toMatchObject({ completion_tokens: 1162, charge: { is_implausible: true } })
    expect(effect.spent).toBeLessThan(3000)
  })

  it('passes unknown fields on and keeps the provider’s cookie and the own key to itself', async () => {
    const body = { model: MODEL, messages: user('fields'), made_up_field: { deep: [1, 'two'] }, seed: 7 }
    const { data, response } = await stand.openai.chat.completions
      .create(body as OpenAI.ChatCompletionCreateParamsNonStreaming)
      .withResponse()
    const seen = stand.fake.journal.at(-1)
    expect(data.id).toBe('chatcmpl-fake')
    expect(seen?.body).toEqual(body)
    expect(seen?.authorization).toBe(`Bearer ${UPSTREAM_KEY}`)
    expect(JSON.stringify(seen?.headers)).not.toContain(stand.token.key)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('59')
    expect(response.headers.get('x-request-id')).toMatch(/^\d{14}[\w-]{8,}$/)
  })
})

describe('a stream', () => {
  const collect = async (stream: AsyncIterable<OpenAI.ChatCompletionChunk>) => {
    const chunks = await Array.fromAsync(stream)
    return {
      text: chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''),
      finish: chunks.flatMap((chunk) => chunk.choices[0]?.finish_reason ?? []),
      usage: chunks.flatMap((chunk) => chunk.usage ?? []),
    }
  }

  it('arrives piece by piece and costs its price to the unit', async () => {
    let received: Awaited<ReturnType<typeof collect>> | undefined
    const effect = await effectOf(async () => {
      received = await collect(await stand.openai.chat.completions.create({ model: MODEL, messages: user('hello'), stream: true }))
    })
    expect(received).toEqual({ text: DEFAULT_TEXT, finish: ['stop'], usage: [] })
    expect([effect.spent, effect.log.quota, effect.log.is_stream]).toEqual([6, 6, true])
    expect(stand.fake.journal.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } })
  })

  it('carries the usage when it is asked for', async () => {
    const options = { model: MODEL, messages: user('hello'), stream: true, stream_options: { include_usage: true } } as const
    const { usage } = await collect(await stand.openai.chat.completions.create({ ...options, messages: user('hello') }))
    expect(usage).toEqual([{ ...DEFAULT_USAGE, total_tokens: 34 }])
  })

  it('reaches the caller while upstream is still writing', async () => {
    const content = ask({ events: 3, waits: 'between-events', text: 'one two three' })
    const stream = await stand.openai.chat.completions.create({ model: MODEL, messages: user(content), stream: true })
    let text = ''
    let events = 0
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      if (++events > 3) continue
      // The provider has sent what has arrived and nothing more: it waits to be let on.
      expect(stand.fake.journal.at(-1)?.eventsSent).toBe(events)
      await eventually('the provider waits', () => (events === 3 || stand.fake.gate.waiting > 0 ? true : undefined))
      stand.fake.gate.go()
    }
    expect(text).toBe('one two three')
  })

  it('that the caller leaves is stopped upstream and charged by what was delivered', async () => {
    const content = ask({ events: 50, waits: 'between-events', text: 'word '.repeat(50) })
    const effect = await effectOf(async () => {
      const stream = await stand.openai.chat.completions.create({ model: MODEL, messages: user(content), stream: true })
      for await (const chunk of stream) {
        expect(chunk.choices[0]?.delta.content).toBe('word ')
        break
      }
      stream.controller.abort()
      await eventually('upstream is aborted', () => (stand.fake.journal.at(-1)?.wasAborted ? true : undefined))
    })
    const { prompt_tokens: prompt, completion_tokens: completion, quota } = effect.log
    expect(stand.fake.journal.at(-1)?.isFinished).toBe(false)
    expect(prompt).toBeGreaterThan(0)
    expect(completion).toBeGreaterThan(0)
    expect(completion).toBeLessThan(10)
    expect([quota, effect.spent]).toEqual([unitsFor(prompt, completion), unitsFor(prompt, completion)])
  })

  it('that upstream cuts ends in an error and not as if it were complete, and is charged by what was delivered', async () => {
    const content = ask({ events: 10, cutAfter: 3, text: 'word '.repeat(10) })
    let text = ''
    let error: unknown
    const effect = await effectOf(async () => {
      try {
        const stream = await stand.openai.chat.completions.create({ model: MODEL, messages: user(content), stream: true })
        for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      } catch (reason) {
        error = reason
      }
    })
    expect(text).toBe('word word word ')
    expect(error).toBeInstanceOf(APIError)
    expect(effect.log.completion_tokens).toBeGreaterThan(0)
    expect(effect.spent).toBe(unitsFor(effect.log.prompt_tokens, effect.log.completion_tokens))
  })
})

describe('a refusal', () => {
  const chat = (content: string) => stand.openai.chat.completions.create({ model: MODEL, messages: user(content) })

  it('of a wrong key is 401 and calls nobody', async () => {
    const calls = stand.fake.journal.length
    for (const key of ['sk-wrong', 'wrong', `sk-${stand.token.key}x`, 'sk-']) {
      const error = await refusalOf(openaiClient(stand.weir.url, key).models.list())
      expect([key, error.status]).toEqual([key, 401])
    }
    expect(stand.fake.journal).toHaveLength(calls)
  })

  it('of a model nobody serves is 503 and costs nothing', async () => {
    const before = await selfOf(stand.root)
    const error = await refusalOf(stand.openai.chat.completions.create({ model: 'no-such-model', messages: user('hello') }))
    expect([error.status, error.code, error.type]).toEqual([503, 'no_available_channel', 'one_api_error'])
    expect((await selfOf(stand.root)).quota).toBe(before.quota)
  })

  it('by upstream of a bad request passes its words on, once, and costs nothing', async () => {
    const before = await selfOf(stand.root)
    const calls = stand.fake.journal.length
    const error = await refusalOf(
      chat(ask({ status: 400, error: { message: 'temperature is too hot', type: 'invalid_request_error', code: 'hot' } })),
    )
    expect([error.status, error.code, error.type]).toEqual([400, 'hot', 'invalid_request_error'])
    expect(error.message).toContain('temperature is too hot')
    expect(stand.fake.journal).toHaveLength(calls + 1)
    expect((await selfOf(stand.root)).quota).toBe(before.quota)
  })

  it('by a broken upstream is 502, asks it once and costs nothing', async () => {
    const before = await selfOf(stand.root)
    const calls = stand.fake.journal.length
    const error = await refusalOf(chat(ask({ status: 500, error: { message: 'secret inside of the provider' } })))
    expect([error.status, error.code]).toEqual([502, 'bad_response'])
    expect(error.message).not.toContain('secret inside')
    expect(stand.fake.journal).toHaveLength(calls + 1)
    expect((await selfOf(stand.root)).quota).toBe(before.quota)
  })

  it('never repeats the key of the channel', async () => {
    const error = await refusalOf(chat(ask({ status: 400, error: { message: `your key ${UPSTREAM_KEY} is fine, the rest is not` } })))
    expect(error.message).toContain('your key *** is fine')
  })

  it('of an empty account or token calls nobody', async () => {
    const empty = await stand.root.call(createToken, { body: { name: 'empty', remain_quota: 0 } })
    const small = await stand.root.call(createToken, { body: { name: 'small', remain_quota: 1 } })
    const calls = stand.fake.journal.length
    const refusals = await Promise.all(
      [empty, small].map((token) =>
        refusalOf(openaiClient(stand.weir.url, token.key).chat.completions.create({ model: MODEL, messages: user('hello') })),
      ),
    )
    expect(refusals.map(({ status, code }) => [status, code])).toEqual([
      [401, 'token_exhausted'],
      [403, 'pre_consume_token_quota_failed'],
    ])
    expect(stand.fake.journal).toHaveLength(calls)
  })
})
