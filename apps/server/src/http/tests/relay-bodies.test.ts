import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const MEGABYTE = 1024 * 1024
const CHAT = '/v1/chat/completions'
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }

let at: UpstreamHarness
let quota: number

beforeAll(async () => {
  at = await openUpstreamHarness()
})
beforeEach(async () => {
  at.sent.length = 0
  quota = await at.quotaOf(at.user)
})
afterAll(() => at.harness.close())

/** Refused, nothing sent upstream and nothing charged. */
const expectFree = async (): Promise<void> => {
  expect([at.sent.length, await at.quotaOf(at.user)]).toEqual([0, quota])
}

describe('a compressed body', () => {
  const zip = (text: string): Uint8Array<ArrayBuffer> => Bun.gzipSync(Buffer.from(text))
  const sendZipped = (rawBody: Uint8Array<ArrayBuffer>, encoding = 'gzip') =>
    at.relay(at.user, CHAT, { rawBody, headers: { 'content-encoding': encoding } })

  it('IN-05 is read like any other', async () => {
    expect((await sendZipped(zip(JSON.stringify(chat)))).status).toBe(200)
    expect((await sendZipped(zip(JSON.stringify(chat)), ' GZIP ')).status).toBe(200)
  })

  it('IN-05 is refused as soon as it unfolds beyond the limit', async () => {
    const bomb = zip('x'.repeat(64 * MEGABYTE))
    expect(bomb.length).toBeLessThan(MEGABYTE)
    expect((await sendZipped(bomb)).json).toMatchObject({ error: { code: 'body_too_large' } })
    await expectFree()
  })

  it('IN-05 is refused when it is damaged, goes on after its end or is folded twice', async () => {
    const whole = zip(JSON.stringify(chat))
    const badSum = whole.slice()
    badSum[whole.length - 6] = (badSum[whole.length - 6] ?? 0) ^ 0xff
    const bodies = {
      'wrong sum': badSum,
      'cut off': whole.slice(0, -9),
      'more behind the end': new Uint8Array([...whole, ...Buffer.from('{"model":"another"}')]),
      'folded twice': Bun.gzipSync(whole),
      'no gzip at all': new Uint8Array(Buffer.from(JSON.stringify(chat))),
    }
    for (const [what, body] of Object.entries(bodies)) {
      expect([what, (await sendZipped(body)).status]).toEqual([what, 400])
    }
    await expectFree()
  })

  it('IN-06 is refused in any encoding but gzip, and when it does not say that it is compressed', async () => {
    const body = zip(JSON.stringify(chat))
    for (const encoding of ['br', 'zstd', 'deflate', 'gzip, gzip', 'gzip, identity', 'x-gzip']) {
      const answer = await sendZipped(body, encoding)
      expect([encoding, answer.status, answer.json]).toEqual([
        encoding,
        415,
        { error: expect.objectContaining({ code: 'unsupported_encoding' }) },
      ])
    }
    expect((await sendZipped(body, 'identity')).status).toBe(400)
    await expectFree()
  })
})

describe('IN-02 a body that is hard to take apart', () => {
  const filled = (text: string) => `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"hello"}],${text}}`
  const bodies: Readonly<Record<string, string>> = {
    'arrays in arrays': '['.repeat(1_000_000),
    'arrays in a field': filled(`"x":${'['.repeat(500_000)}${']'.repeat(500_000)}`),
    'objects in objects': filled(`"x":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`),
    'a text that never ends': `{"model":"${'x'.repeat(1_900_000)}`,
  }

  it('is refused at once, and costs nothing', async () => {
    for (const path of [CHAT, '/v1/responses', '/v1/embeddings', '/v1/images/generations']) {
      for (const [what, rawBody] of Object.entries(bodies)) {
        expect([path, what, (await at.relay(at.user, path, { rawBody })).status]).toEqual([path, what, 400])
      }
    }
    await expectFree()
  }, 180_000)
})

describe('a short body', () => {
  it('is read alike whether or not it says how long it is: without its mark, and with a sign for what is no text', async () => {
    const text = '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"?"}]}'
    const rawBody = new Uint8Array(Buffer.from(`\uFEFF${text}`))
    rawBody[rawBody.indexOf(63)] = 0xff
    const read = text.replace('?', '\uFFFD')
    for (const headers of [{}, { 'content-length': String(rawBody.length) }]) {
      expect((await at.relay(at.user, CHAT, { rawBody, headers })).status).toBe(200)
      expect(at.sent.at(-1)?.body).toBe(read)
    }
  })
})

describe('a long body', () => {
  /** Counts what is taken of it. */
  const endless = () => {
    const taken = { bytes: 0 }
    const chunk = new Uint8Array(16 * 1024).fill(32)
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        taken.bytes += chunk.length
        controller.enqueue(chunk)
      },
    })
    return { body, taken }
  }

  const paths = [CHAT, '/v1/responses', '/v1/embeddings', '/v1/audio/transcriptions', '/v1/images/generations', '/v1/oneapi/proxy/1/x']

  it('IN-07 is not taken from somebody without a key', async () => {
    for (const path of paths) {
      const { body, taken } = endless()
      const answer = await at.harness.call('POST', path, { rawBody: body })
      expect([path, answer.status]).toEqual([path, 401])
      expect(taken.bytes).toBeLessThanOrEqual(64 * 1024)
    }
    const { body, taken } = endless()
    expect((await at.harness.call('POST', '/api/user/login', { rawBody: body })).status).toBe(413)
    expect(taken.bytes).toBeLessThanOrEqual(128 * 1024)
  })

  it('IN-07 is taken up to the limit and no further from somebody with one', async () => {
    for (const path of paths.slice(0, -1)) {
      const { body, taken } = endless()
      expect([path, (await at.relay(at.user, path, { rawBody: body })).status]).toEqual([path, 413])
      expect(taken.bytes).toBeLessThanOrEqual(3 * MEGABYTE)
    }
    const announced = await at.relay(at.user, CHAT, { rawBody: '{}', headers: { 'content-length': String(100 * MEGABYTE) } })
    expect(announced.status).toBe(413)
    await expectFree()
  })
})

describe('IN-20 messages of the wrong make', () => {
  const bodies: Readonly<Record<string, unknown>> = {
    'no messages': { ...chat, messages: null },
    'a message that is nothing': { ...chat, messages: [null] },
    'a message that is a text': { ...chat, messages: ['hello'] },
    'messages that are an object': { ...chat, messages: { role: 'user' } },
    'a model that is a list': { ...chat, model: ['gpt-4o-mini'] },
    'a model that is a number': { ...chat, model: 7 },
    'a limit that is a text': { ...chat, max_tokens: 'many' },
    'choices that are a list': { ...chat, n: [1] },
    ...Object.fromEntries(
      [7, {}, [[]], [null], ['text'], [{ type: 7 }], [{ type: 'text', text: {} }]].map((content) => [
        `content that is ${JSON.stringify(content)}`,
        { ...chat, messages: [{ role: 'user', content }] },
      ]),
    ),
  }

  it('are refused with the field named, and cost nothing', async () => {
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await at.relay(at.user, CHAT, { body })
      expect([what, answer.status]).toEqual([what, 400])
    }
    await expectFree()
  })

  it('are left to upstream where only their parts are wrong, and cost nothing when it refuses', async () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { $ref: '#', properties: { a: { $ref: '#/properties/a' } } } } }]
    const contents: readonly unknown[] = [null, [{ type: 'image_url', image_url: 'x' }], [{ type: 'hologram', text: {} }]]
    at.reply = () => Response.json({ error: { message: 'bad part', type: 'invalid_request_error' } }, { status: 400 })
    for (const content of contents) {
      const answer = await at.relay(at.user, CHAT, { body: { ...chat, tools, messages: [{ role: 'user', content }] } })
      expect([content, answer.status]).toEqual([content, 400])
    }
    expect(await at.quotaOf(at.user)).toBe(quota)
  })
})

describe('a form', () => {
  const BOUNDARY = 'cut-here'
  const part = (head: string, value: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const END = `--${BOUNDARY}--\r\n`
  const file = part('name="file"; filename="../../etc/passwd"', 'sound')
  const model = part('name="model"', 'whisper-1')
  const sendForm = (rawBody: string, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    at.relay(at.user, '/v1/audio/transcriptions', { rawBody, headers: { 'content-type': type } })

  it('IN-24 with a name that points elsewhere is passed on and opens nothing here', async () => {
    at.reply = () => Response.json({ text: 'heard' })
    expect((await sendForm(model + file + END)).json).toEqual({ text: 'heard' })
    expect(at.sent[0]?.url).toBe('http://upstream.test/base/v1/audio/transcriptions')
  })

  it('IN-24 is refused when it has no end, a boundary too long or far too many parts', async () => {
    const long = 'b'.repeat(MEGABYTE)
    const cases = {
      'no end': [model + file],
      'nothing in it': [END],
      'another boundary': [model + file + END, 'multipart/form-data; boundary=other'],
      'no boundary': [model + file + END, 'multipart/form-data'],
      'a long boundary': [model + file + END, `multipart/form-data; boundary=${long}`],
      'many parts': [part('name="x"', '1').repeat(10_000) + model + file + END],
      'many parts without a head': [`--${BOUNDARY}\r\n`.repeat(100_000) + END],
    } as const
    for (const [what, [body, type]] of Object.entries(cases)) {
      expect([what, (await sendForm(body, type)).status]).toEqual([what, 400])
    }
    await expectFree()
  })

  it('IN-25 that is too large or no form at all is refused, and costs nothing', async () => {
    const large = part('name="file"; filename="a.mp3"', 'x'.repeat(2 * MEGABYTE))
    expect((await sendForm(model + large + END)).status).toBe(413)
    for (const path of ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/images/edits', '/v1/images/variations']) {
      for (const type of ['text/html', 'audio/mpeg', 'application/x-www-form-urlencoded', 'image/png']) {
        const answer = await at.relay(at.user, path, { rawBody: 'file=sound', headers: { 'content-type': type } })
        expect([path, type, answer.status, answer.json]).toEqual([
          path,
          type,
          415,
          { error: expect.objectContaining({ code: 'unsupported_media_type' }) },
        ])
      }
    }
    await expectFree()
  })
})
