import { describe, expect, it } from 'bun:test'
import { RelayRefusal } from '../refusal.ts'
import type { RelayReply } from '../reply.ts'
import { chatReply, openHarness, sse } from '../testing/harness.ts'

const USAGE = { input_tokens: 10, output_tokens: 4, total_tokens: 14 }
const OURS = 'resp_of-5-1-m-resp_1'
const EARLIER = 'resp_of-5-1-m-resp_0'
const answerOf = (id: string, over: object = {}) => ({ id, object: 'response', status: 'completed', output: [], usage: USAGE, ...over })
const whole = answerOf('resp_1', { previous_response_id: 'resp_0' })
const event = (type: string, payload: object = {}): string => `event: ${type}\n${sse({ type, ...payload })}`
const stream = (id: string): readonly string[] => [
  event('response.created', { response: { id, object: 'response', status: 'in_progress' } }),
  event('response.output_text.delta', { item_id: 'msg_1', delta: 'the id is "resp_1"' }),
  event('response.completed', { response: answerOf(id) }),
]

const textOf = async ({ body }: RelayReply): Promise<string> => await new Response(body as ReadableStream<Uint8Array>).text()
const refusalOf = async (work: Promise<unknown>): Promise<readonly unknown[]> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof RelayRefusal ? [error.status, error.code, error.options.param] : ['no refusal', error]
}

describe('the id of an answer that upstream keeps', () => {
  it('is told under the name of its user and channel, whole and streamed, and nowhere in the words', async () => {
    const test = openHarness({ replies: [{ body: answerOf('resp_1') }, { chunks: stream('resp_1') }], hasOwnWires: true })
    expect(JSON.parse(await textOf(await test.respond({})))).toEqual(answerOf(OURS))
    expect(await textOf(await test.respond({ stream: true }))).toBe(stream(OURS).join(''))
  })

  it('is told so in an answer that breaks off', async () => {
    const test = openHarness({ replies: [{ chunks: stream('resp_1').slice(0, 2) }], hasOwnWires: true })
    const said = await textOf(await test.respond({ stream: true }))
    expect([said.includes('"id":"resp_1"'), said.split(`"id":"${OURS}"`).length]).toEqual([false, 3])
  })

  it('leads a later call to the channel that has it, under the id upstream knows', async () => {
    const channels = [
      { priority: 9, id: 8 },
      { priority: 1, id: 1, key: 'key-1' },
    ]
    const test = openHarness({ replies: [{ body: whole }], channels, hasOwnWires: true })
    const reply = await test.respond({ previous_response_id: EARLIER })
    expect(test.events).toEqual(['hold', 'send:1/responses', 'settle:18'])
    expect(test.sent[0]).toEqual({ model: 'm', input: 'hi', previous_response_id: 'resp_0' })
    expect(JSON.parse(await textOf(reply))).toEqual({ ...whole, id: OURS, previous_response_id: EARLIER })
  })

  it('keeps a call at its channel when another model stands in', async () => {
    const channels = [{ models: ['m', 'n'] }, { priority: 9, models: ['n'] }]
    const routing = { substitutes: { m: ['n'] } }
    const test = openHarness({ replies: [{ status: 500 }, { body: whole }], channels, routing, hasOwnWires: true })
    const reply = await test.respond({ previous_response_id: EARLIER })
    expect(test.events).toEqual(['hold', 'send:1/responses', 'send:1/responses', 'settle:18'])
    expect(test.sent[1]).toEqual({ model: 'n', input: 'hi', previous_response_id: 'resp_0' })
    expect(JSON.parse(await textOf(reply))).toEqual({ ...whole, id: 'resp_of-5-1-n-resp_1', previous_response_id: EARLIER })
  })

  it('is refused when it is another user’s, upstream’s own, or nothing', async () => {
    for (const id of ['resp_of-6-1-m-resp_0', 'resp_0', 'nothing']) {
      const test = openHarness({ replies: [], hasOwnWires: true })
      expect(await refusalOf(test.respond({ previous_response_id: id }))).toEqual([404, 'response_not_found', 'previous_response_id'])
      expect(test.events).toEqual(['hold', 'release'])
      expect(await refusalOf(test.kept({ method: 'GET', id }))).toEqual([404, 'response_not_found', undefined])
      expect(test.sent).toEqual([])
    }
  })

  it('is refused when its channel is gone, serves the group or the model no more, or has forgotten it', async () => {
    const gone = { status: 400, body: { error: { code: 'previous_response_not_found', message: 'resp_0' } } }
    const tests = [
      { channels: [{ id: 2 }] },
      { channels: [{ groups: ['vip'] }, { id: 2 }] },
      { channels: [{ models: ['other'] }, { id: 2 }] },
      { replies: [gone] },
    ]
    for (const options of tests) {
      const test = openHarness({ replies: [], ...options, hasOwnWires: true })
      expect(await refusalOf(test.respond({ previous_response_id: EARLIER }))).toEqual([404, 'response_not_found', 'previous_response_id'])
      expect(test.events.filter((name) => name.startsWith('settle'))).toEqual([])
    }
  })

  it('is not told in upstream’s own form when upstream refuses', async () => {
    const body = { error: { message: "The answer 'resp_0' is too long", code: 'too_long' } }
    const test = openHarness({ replies: [{ status: 400, body }], hasOwnWires: true })
    const said = await textOf(await test.respond({ previous_response_id: EARLIER }))
    expect(said).toContain(`The answer '${EARLIER}' is too long`)
  })

  it('is asked of no chat, even where the path is missing', async () => {
    const test = openHarness({ replies: [{ status: 404 }, chatReply(undefined)], hasOwnWires: true })
    const reply = await test.respond({ previous_response_id: EARLIER })
    expect([reply.status, (await textOf(reply)).includes('previous_response_id'), test.sent.length]).toEqual([400, true, 1])
  })
})

describe('an answer that upstream keeps', () => {
  it('is read, cancelled and deleted where it is kept, at no cost, under the name it was asked by', async () => {
    const items = { object: 'list', data: [{ id: 'msg_1' }], has_more: false }
    const replies = [{ body: whole }, { body: items }, { body: whole }, { body: { id: 'resp_1', object: 'response', deleted: true } }]
    const test = openHarness({ replies, hasOwnWires: true })
    const read = await test.kept({
      method: 'GET',
      id: OURS,
      query: new URLSearchParams('include[]=reasoning.encrypted_content&key=x&stream=false'),
    })
    expect(JSON.parse(await textOf(read))).toEqual({ ...whole, id: OURS, previous_response_id: EARLIER })
    const listed = await test.kept({ method: 'GET', id: OURS, step: '/input_items', query: new URLSearchParams('limit=1&after=msg_0') })
    expect(JSON.parse(await textOf(listed))).toEqual(items)
    expect(JSON.parse(await textOf(await test.kept({ method: 'POST', id: OURS, step: '/cancel' })))).toMatchObject({ id: OURS })
    const deleted = await test.kept({ method: 'DELETE', id: OURS })
    expect(JSON.parse(await textOf(deleted))).toEqual({ id: OURS, object: 'response', deleted: true })
    expect(test.events.filter((name) => !name.startsWith('hold'))).toEqual([
      'send:1/responses/resp_1?include%5B%5D=reasoning.encrypted_content',
      'settle:0',
      'send:1/responses/resp_1/input_items?limit=1&after=msg_0',
      'settle:0',
      'send:1/responses/resp_1/cancel',
      'settle:0',
      'send:1/responses/resp_1',
      'settle:0',
    ])
    expect(test.sent).toEqual(['GET', 'GET', 'POST', 'DELETE'])
  })

  it.each([
    ['' as const, 'include=a&include_obfuscation=true&limit=1&order=asc', '?include=a&include_obfuscation=true'],
    ['/cancel' as const, 'include=a&limit=1', ''],
    [
      '/input_items' as const,
      'after=a&before=b&include=c&include%5B%5D=d&limit=1&order=asc&include_obfuscation=true',
      '?after=a&before=b&include=c&include%5B%5D=d&limit=1&order=asc',
    ],
  ])('is asked for at %p with the parameters that upstream documents alone', async (step, given, sent) => {
    const test = openHarness({ replies: [{ body: whole }], hasOwnWires: true })
    await test.kept({ method: 'GET', id: OURS, step, query: new URLSearchParams(given) })
    expect(test.events[1]).toBe(`send:1/responses/resp_1${step}${sent}`)
  })

  it('is read without a measurement of how fast its model answers', async () => {
    const test = openHarness({ replies: [{ body: whole }, { body: whole }], hasOwnWires: true })
    const measured = { channelId: 1, model: 'm', isStream: false }
    await test.kept({ method: 'GET', id: OURS })
    expect(test.firstBytes.of(measured)).toBeUndefined()
    await test.respond({})
    expect(test.firstBytes.of(measured)).toBe(250)
  })

  it('is not read as a stream', async () => {
    const test = openHarness({ replies: [], hasOwnWires: true })
    expect(await refusalOf(test.kept({ method: 'GET', id: OURS, query: new URLSearchParams('stream=true') }))).toEqual([
      400,
      'invalid_text_request',
      'stream',
    ])
  })

  it('is not found when upstream has it no more, which is held against no channel', async () => {
    const test = openHarness({ replies: [{ status: 404, body: { error: { message: 'gone' } } }], hasOwnWires: true })
    expect(await refusalOf(test.kept({ method: 'GET', id: OURS }))).toEqual([404, 'response_not_found', undefined])
    expect(test.health).toEqual([])
  })

  it('is refused to a token that may not use its model', async () => {
    const test = openHarness({ replies: [], hasOwnWires: true, identity: { models: ['other'] } })
    expect(await refusalOf(test.kept({ method: 'DELETE', id: OURS }))).toEqual([403, 'model_not_allowed', undefined])
  })

  it('is not found in another group or on a channel that keeps nothing', async () => {
    for (const channels of [[{ groups: ['vip'] }], [{ type: 2 }], []]) {
      const test = openHarness({ replies: [], hasOwnWires: true, channels })
      expect(await refusalOf(test.kept({ method: 'GET', id: OURS }))).toEqual([404, 'response_not_found', undefined])
    }
  })
})
