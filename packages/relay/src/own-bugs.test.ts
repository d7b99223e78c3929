import { describe, expect, it } from 'bun:test'
import { chatReply, sse, openHarness } from './testing/harness.ts'

const word = (content: string): string => sse({ choices: [{ delta: { content } }] })
const REPLIES = [chatReply({ prompt_tokens: 10, completion_tokens: 4 }), chatReply({ prompt_tokens: 10, completion_tokens: 4 })]
const CHUNKS = [word('one'), word('two'), 'data: [DONE]\n\n']

const failureOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'no failure',
    (error: unknown) => String(error),
  )

describe('a bug of ours', () => {
  it('in an encoder is thrown on, tried on no other channel, held against none, and what was held is given back', async () => {
    const line = openHarness({ replies: REPLIES, channels: [{}, {}], retryTimes: 1, bugIn: 'encoder' })
    expect(await failureOf(line.call({ model: 'm' }))).toBe('TypeError: planted in encoder')
    expect([line.events, line.health, line.observed]).toEqual([['hold', 'release'], [], ['ended failed 0']])
  })

  it('in a stream is reported once with the request id, told as internal, and what was delivered is charged', async () => {
    const line = openHarness({ replies: [{ chunks: CHUNKS }], bugIn: 'stream' })
    const text = await line.readStream({ model: 'm', stream: true })
    expect(text.startsWith(word('one'))).toBe(true)
    expect(JSON.parse(text.trimEnd().split('\n\n').at(-1)?.slice('data: '.length) ?? '')).toMatchObject({
      error: { code: 'internal_error' },
    })
    expect([line.bugs, line.health]).toEqual([['r: TypeError: planted in stream'], ['none']])
    expect(line.records).toMatchObject([{ outcome: 'cut', completionTokens: 3 }])
  })

  it('in a settlement is thrown on for a whole reply, which is not delivered', async () => {
    const line = openHarness({ replies: REPLIES, bugIn: 'settlement' })
    expect(await failureOf(line.call({ model: 'm' }))).toBe('TypeError: planted in settlement')
    expect([line.events, line.health]).toEqual([['hold', 'send:1', 'release'], ['none']])
  })

  it('in a settlement is reported once for a stream, which ends as internal and without an end mark', async () => {
    const line = openHarness({ replies: [{ chunks: CHUNKS }], bugIn: 'settlement' })
    const text = await line.readStream({ model: 'm', stream: true })
    expect([text.includes('[DONE]'), text.includes('"code":"internal_error"')]).toEqual([false, true])
    expect([line.bugs, line.health]).toEqual([['r: TypeError: planted in settlement'], ['none']])
  })
})

describe('a failure of the network', () => {
  it('is tried on the next channel and held against the first', async () => {
    const line = openHarness({ replies: ['unreachable', ...REPLIES], channels: [{}, {}], retryTimes: 1 })
    expect((await line.call({ model: 'm' })).status).toBe(200)
    expect([line.health, line.bugs]).toEqual([['unreachable', 'none'], []])
  })
})
