import { describe, expect, it } from 'bun:test'
import { chatReply, openHarness, sse } from './testing/harness.ts'

const OWN = { models: ['m'] }
const OTHER = { models: ['other'] }
const USED = { prompt_tokens: 10, completion_tokens: 5 }
const FAILS = { status: 500 }
const substitutes = { m: ['other'] }

/** `other` costs ten times as much. */
const priceOf = (model: string) => ({
  ratios: { model: model === 'other' ? 10 : 1, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1 },
})

const open = (over: Partial<Parameters<typeof openHarness>[0]>) =>
  openHarness({ replies: [FAILS, chatReply(USED)], channels: [OWN, OTHER], routing: { substitutes }, priceOf, ...over })

describe('a substitute', () => {
  it('answers when the channels of the model cannot, is told in a header and in the row, and is charged as what answered', async () => {
    const { call, sent, records, events } = open({})
    const reply = await call({ model: 'm' })
    expect([reply.status, reply.headers['x-weir-substitute']]).toEqual([200, 'other'])
    expect(sent).toMatchObject([{ model: 'm' }, { model: 'other' }])
    // 10 tokens of prompt and 5 of output at twice the price, ten times over.
    expect(events.at(-1)).toBe('settle:200')
    expect(records[0]).toMatchObject({ model: 'other', channelId: 2, outcome: 'ok', detail: { substituteFor: 'm' } })
    expect(records[0]?.detail['attempts']).toMatchObject([
      { channel: 1, fault: 'broken' },
      { channel: 2, fault: 'none' },
    ])
  })

  it('answers when the model has no channel at all', async () => {
    const { call, sent } = open({ channels: [OTHER], replies: [chatReply(USED)] })
    const reply = await call({ model: 'm' })
    expect([reply.status, reply.headers['x-weir-substitute'], sent.length]).toEqual([200, 'other', 1])
  })

  it('answers streams too', async () => {
    const chunks = [sse({ choices: [{ delta: { content: 'hi' } }] }), sse({ choices: [], usage: USED }), 'data: [DONE]\n\n']
    const { call, records } = open({ replies: [FAILS, { chunks }] })
    const reply = await call({ model: 'm', stream: true })
    expect(reply.headers['x-weir-substitute']).toBe('other')
    await new Response(reply.body as ReadableStream<Uint8Array>).text()
    expect(records[0]).toMatchObject({ model: 'other', detail: { substituteFor: 'm' } })
  })

  it('answers on the wire of the caller', async () => {
    const { respond, sent } = open({})
    const reply = await respond({})
    expect([reply.status, reply.headers['x-weir-substitute']]).toEqual([200, 'other'])
    expect(sent).toMatchObject([{ model: 'm' }, { model: 'other' }])
    const passed = open({ hasOwnWires: true, replies: [FAILS, { body: { object: 'response', status: 'completed', output: [] } }] })
    expect((await passed.respond({})).headers['x-weir-substitute']).toBe('other')
    expect(passed.sent).toMatchObject([
      { model: 'm', input: 'hi' },
      { model: 'other', input: 'hi' },
    ])
  })

  it('is tried in the order of the list, each as often as the model itself', async () => {
    const channels = [OWN, OWN, OWN, OTHER, { models: ['third'] }]
    const replies = [FAILS, FAILS, FAILS, chatReply(USED)]
    const { call, sent } = open({ channels, replies, retryTimes: 1, routing: { substitutes: { m: ['other', 'third'] } } })
    expect((await call({ model: 'm' })).headers['x-weir-substitute']).toBe('third')
    expect(sent).toMatchObject([{ model: 'm' }, { model: 'm' }, { model: 'other' }, { model: 'third' }])
  })

  it('is not asked when the model answers, nor for a mistake of the caller', async () => {
    const well = open({ replies: [chatReply(USED)] })
    expect('x-weir-substitute' in (await well.call({ model: 'm' })).headers).toBe(false)
    const wrong = open({ replies: [{ status: 400, body: { error: { message: 'no' } } }, chatReply(USED)] })
    expect([(await wrong.call({ model: 'm' })).status, wrong.sent.length]).toEqual([400, 1])
  })

  it('is not asked for a token that may not use it', async () => {
    const { call, sent } = open({ identity: { models: ['m'] } })
    expect([(await call({ model: 'm' })).status, sent.length]).toEqual([502, 1])
    const allowed = open({ identity: { models: ['m', 'other'] } })
    expect((await allowed.call({ model: 'm' })).status).toBe(200)
  })

  it('does not let a token use a model that it may not', async () => {
    const { call, sent } = open({ identity: { models: ['other'] } })
    await expect(call({ model: 'm' })).rejects.toMatchObject({ kind: 'model-not-allowed' })
    expect(sent).toEqual([])
  })

  it('is not asked for a request that names its channel', async () => {
    const { call, sent } = open({ identity: { isAdmin: true } })
    expect((await call({ model: 'm' }, { authorization: 'Bearer sk-KEY-1' })).status).toBe(502)
    expect(sent.length).toBe(1)
  })

  it('that fails as well leaves the word to the model that was asked for, and every attempt in the row', async () => {
    const { call, records, events } = open({ replies: [{ status: 500 }, { status: 400, body: { error: { message: 'too long' } } }] })
    const reply = await call({ model: 'm' })
    expect([reply.status, 'x-weir-substitute' in reply.headers, events.at(-1)]).toEqual([502, false, 'release'])
    expect(records[0]).toMatchObject({ model: 'm', channelId: 1, outcome: 'failed', content: 'broken' })
    expect(records[0]?.detail['attempts']).toMatchObject([{ channel: 1 }, { channel: 2, fault: 'bad-request' }])
  })

  it('that came first because the channels of the model rest leaves the word to that model all the same', async () => {
    const failure = { channelId: 1, model: 'm', fault: 'broken', ms: 1, blamesKey: false, retryAfterMs: undefined } as const
    const well = open({ replies: [chatReply(USED)] })
    for (let count = 0; count < 5; count++) well.circuits.record(failure)
    expect((await well.call({ model: 'm' })).headers['x-weir-substitute']).toBe('other')
    expect(well.sent).toMatchObject([{ model: 'other' }])
    const told = open({ replies: [FAILS, { status: 401 }], channels: [OWN, OTHER] })
    for (let count = 0; count < 5; count++) told.circuits.record(failure)
    const reply = await told.call({ model: 'm' })
    expect(told.sent).toMatchObject([{ model: 'other' }, { model: 'm' }])
    expect([reply.status, told.records[0]?.model, told.records[0]?.content]).toEqual([502, 'm', 'bad-credential'])
  })

  it('is named in the header in printable characters', async () => {
    const { call } = open({ channels: [{ models: ['模型 x'] }], replies: [chatReply(USED)], routing: { substitutes: { m: ['模型 x'] } } })
    expect((await call({ model: 'm' })).headers['x-weir-substitute']).toBe('???x')
  })
})
