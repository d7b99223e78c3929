import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { CHANNEL_KEY, openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const BOUNDARY = 'cut-here'
const part = (head: string, value: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`

let at: UpstreamHarness
beforeAll(async () => {
  at = await openUpstreamHarness()
})
beforeEach(() => {
  at.sent.length = 0
})
afterAll(() => at.harness.close())

const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await at.quotaOf(at.user)
  await work()
  return before - (await at.quotaOf(at.user))
}

const transcribe = (bytes: number) =>
  at.relay(at.user, '/v1/audio/transcriptions', {
    rawBody: `${part('name="model"', 'whisper-1')}${part('name="file"; filename="a.mp3"', 'x'.repeat(bytes))}--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })

describe('H-12 a transcription', () => {
  it('costs by its model, its group and its length', async () => {
    at.reply = () => Response.json({ text: 'heard' })
    await at.harness.configure({ ModelRatio: '{"whisper-1":1}', GroupRatio: '{"default":1}' })
    const usual = await costOf(() => transcribe(1_000_000))
    expect(usual).toBeGreaterThan(0)
    expect(await costOf(() => transcribe(500_000))).toBeLessThan(usual)
    await at.harness.configure({ ModelRatio: '{"whisper-1":2}' })
    expect(await costOf(() => transcribe(1_000_000))).toBe(2 * usual)
    await at.harness.configure({ GroupRatio: '{"default":2}' })
    expect(await costOf(() => transcribe(1_000_000))).toBe(4 * usual)
    await at.harness.configure({ ModelRatio: '{}', GroupRatio: '{}' })
  })
})

describe('H-16 a picture', () => {
  const draw = (over: object = {}) =>
    at.relay(at.user, '/v1/images/generations', { body: { model: 'dall-e-2', prompt: 'a weir', size: '1024x1024', ...over } })

  const drawn = (count: number) => () =>
    Response.json({ created: 1, data: Array.from({ length: count }, (_, at) => ({ url: `http://pictures.test/${at}` })) })

  it('is charged once for each that came, of as many as were asked for', async () => {
    at.reply = drawn(1)
    const one = await costOf(draw)
    expect(one).toBeGreaterThan(0)
    expect(await costOf(() => draw({ n: 3 }))).toBe(one)
    at.reply = drawn(3)
    expect(await costOf(() => draw({ n: 3 }))).toBe(3 * one)
    expect(await costOf(draw)).toBe(3 * one)
  })

  it('costs what the price sheet says of its size and quality, and the row of the log tells so', async () => {
    at.reply = drawn(1)
    const images = [
      { size: '512x512', price: 0.03 },
      { size: '512x512', quality: 'hd', price: 0.07 },
    ]
    await at.harness.configure({
      ModelSheets: JSON.stringify({ 'dall-e-2': { vendor: 'openai', mode: 'image', price: { perImage: 0.01, images } } }),
    })
    // 0.03, 0.07 and 0.01 dollars at 500 000 units a dollar.
    expect(await costOf(() => draw({ size: '512x512' }))).toBe(15_000)
    at.reply = drawn(2)
    expect(await costOf(() => draw({ size: '512x512', quality: 'hd', n: 2 }))).toBe(70_000)
    at.reply = drawn(1)
    expect(await costOf(draw)).toBe(5000)
    const log = await at.harness.call('GET', '/api/log/self', { cookie: at.user.cookie })
    const [, row] = (log.json?.['data'] ?? []) as readonly { readonly quota: number; readonly charge: object }[]
    expect(row).toMatchObject({
      quota: 70_000,
      charge: {
        model_ratio: 35,
        unit: 'image',
        parts: [{ kind: 'input', count: 2000, ratio: 1 }],
        picture: { size: '512x512', quality: 'hd' },
      },
    })
    await at.harness.configure({ ModelSheets: '{}' })
  })

  it.each([
    ['fetched from its address', { status: 200, shown: { b64_json: 'R0lGODlh' }, dropped: null }],
    ['told by its address when it cannot be', { status: 404, shown: { url: 'http://pictures.test/1' }, dropped: 'response_format' }],
  ])('that is asked for as bytes is %s, and charged once', async (_, { status, shown, dropped }) => {
    at.reply = () =>
      at.sent.at(-1)?.method === 'GET'
        ? new Response('GIF89a', { status, headers: { 'content-type': 'image/gif' } })
        : Response.json({ created: 1, data: [{ url: 'http://pictures.test/1' }] })
    const one = await costOf(draw)
    at.sent.length = 0
    let answer: Awaited<ReturnType<typeof draw>> | undefined
    expect(await costOf(async () => (answer = await draw({ response_format: 'b64_json' })))).toBe(one)
    expect([answer?.json, answer?.headers.get('x-weir-dropped')]).toEqual([{ created: 1, data: [shown] }, dropped])
    expect(at.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST http://upstream.test/base/v1/images/generations',
      'GET http://pictures.test/1',
    ])
    expect(JSON.stringify(at.sent[1])).not.toContain(CHANNEL_KEY)
    const log = await at.harness.call('GET', '/api/log/self', { cookie: at.user.cookie })
    const [row] = (log.json?.['data'] ?? []) as readonly { readonly quota: number }[]
    expect(row).toMatchObject({ quota: one })
  })

  it('costs nothing when none comes, however often it was tried', async () => {
    await at.harness.configure({ RetryTimes: '2' })
    const failures: readonly (() => Response)[] = [
      () => new Response('down', { status: 500 }),
      () => Response.json({ error: { message: 'no', type: 'server_error' } }),
      () => Response.json({ error: { message: 'no' } }, { status: 400 }),
    ]
    for (const failure of failures) {
      at.reply = failure
      expect(await costOf(draw)).toBe(0)
    }
    await at.harness.configure({ RetryTimes: '0' })
  })
})
