import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
const PATH = '/v1beta/models/gpt-4o-mini:generateContent'
const STREAM = '/v1beta/models/gpt-4o-mini:streamGenerateContent'
const VERTEX = '/v1beta1/publishers/google/models/gpt-4o-mini:generateContent'
const ENGLISH = { 'accept-language': 'en' }

let at: UpstreamHarness
let key: string
let wholeAnswer: () => Response

beforeAll(async () => {
  at = await openUpstreamHarness()
  ;({ key } = await at.harness.token(at.user))
  wholeAnswer = at.reply
})
beforeEach(() => {
  at.sent.length = 0
  at.reply = wholeAnswer
})
afterAll(() => at.harness.close())

const errorOf = ({ status, json }: { readonly status: number; readonly json: unknown }) => {
  const { error } = json as { error: { code: number; message: string; status: string; details: readonly object[] } }
  return { ...error, http: status }
}

const sentBody = (): unknown => JSON.parse(String(at.sent[0]?.body))

const events = (...chunks: readonly object[]): Response =>
  new Response([...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

const delta = (content: string, finish: string | null = null): object => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})
const USAGE = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }

describe("Google's wire", () => {
  it.each([
    ['x-goog-api-key', () => ({ 'x-goog-api-key': `sk-${key}` }), () => ''],
    ['authorization', () => ({ authorization: `Bearer sk-${key}` }), () => ''],
    ['the address', () => ({}), () => `?key=sk-${key}`],
  ])('takes the key from %s and answers in its own form', async (_, headers, query) => {
    for (const path of [PATH, '/v1/models/gpt-4o-mini:generateContent', VERTEX]) {
      const answer = await at.harness.call('POST', `${path}${query()}`, { headers: headers(), body: HELLO })
      expect([answer.status, answer.json]).toEqual([
        200,
        {
          candidates: [{ content: { role: 'model', parts: [{ text: 'hello' }] }, finishReason: 'STOP', index: 0 }],
          modelVersion: 'gpt-4o-mini',
          responseId: answer.headers.get('x-request-id'),
          usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
        },
      ])
    }
    expect(sentBody()).toEqual({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] })
    expect(JSON.stringify(at.sent)).not.toContain(key)
  })

  it('charges what upstream counts, once', async () => {
    const before = await at.quotaOf(at.user)
    await at.relay(at.user, PATH, { body: HELLO })
    // 3 tokens at a ratio of 0.075 and 2 at four times that: 0.825 units, rounded up.
    expect(before - (await at.quotaOf(at.user))).toBe(1)
  })

  it('refuses in its own form before anything is known of the caller', async () => {
    const refused = async (path: string, headers: Record<string, string>, body: object = HELLO) => {
      const answer = await at.harness.call('POST', path, { headers: { ...ENGLISH, ...headers }, body })
      const told = errorOf(answer)
      expect([told.code, told.message.length > 10]).toEqual([answer.status, true])
      expect(told.details.at(-1)).toEqual({
        '@type': 'type.googleapis.com/google.rpc.RequestInfo',
        requestId: answer.headers.get('x-request-id'),
      })
      return [told.code, told.status]
    }
    const known = { 'x-goog-api-key': `sk-${key}` }
    expect(await refused(PATH, {})).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refused(`${PATH}?key=sk-nobody`, {})).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refused('/v1/models/gpt-4o-mini:generateContent', {})).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refused('/v1beta', {})).toEqual([404, 'NOT_FOUND'])
    expect(await refused('/v1beta/models/gpt-4o-mini:unheardOf', known)).toEqual([404, 'NOT_FOUND'])
    expect(await refused('/v1beta/cachedContents', known)).toEqual([501, 'UNIMPLEMENTED'])
    expect(await refused(PATH, known, { contents: [] })).toEqual([400, 'INVALID_ARGUMENT'])
    expect(await refused('/v1beta/models/unknown:generateContent', known)).toEqual([404, 'NOT_FOUND'])
    expect(await refused(PATH, { ...known, 'content-encoding': 'br' })).toEqual([415, 'INVALID_ARGUMENT'])
    expect(at.sent).toEqual([])
  })

  it.each([
    [{ tools: [{ googleSearch: {} }] }, 'tools[0].googleSearch'],
    [{ tools: [{ code_execution: {} }] }, 'tools[0].codeExecution'],
    [{ cachedContent: 'cachedContents/x' }, 'cachedContent'],
    [{ generationConfig: { candidateCount: 2 } }, 'generationConfig.candidateCount'],
    [{ generationConfig: { responseModalities: ['AUDIO'] } }, 'generationConfig.responseModalities'],
    [{ contents: [{ parts: [{ fileData: { fileUri: 'gs://a/b.mp4', mimeType: 'video/mp4' } }] }] }, 'contents[0].parts[0].fileData'],
    [{ generationConfig: { maxOutputTokens: 5, max_output_tokens: 9 } }, 'generationConfig.maxOutputTokens'],
    [{ generation_config: { max_output_tokens: 0 } }, 'generationConfig.maxOutputTokens'],
  ])('refuses what no channel can say by the name of the field: %j', async (fields, name) => {
    const told = errorOf(await at.relay(at.user, PATH, { body: { ...HELLO, ...fields } }))
    expect([told.http, told.status, told.message.includes(name)]).toEqual([400, 'INVALID_ARGUMENT', true])
    expect(told.details[0]).toMatchObject({ metadata: { field: name } })
    expect(at.sent).toEqual([])
  })

  it('says what was left out', async () => {
    const safetySettings = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]
    const generationConfig = { topK: 5, mediaResolution: 'MEDIA_RESOLUTION_LOW', thinkingConfig: { thinkingBudget: 0 } }
    const answer = await at.relay(at.user, PATH, { body: { ...HELLO, safetySettings, generationConfig, serviceTier: 'priority' } })
    expect(answer.headers.get('x-weir-dropped')).toBe(
      'safetySettings, generationConfig.mediaResolution, generationConfig.thinkingConfig.thinkingBudget, top_k',
    )
    expect(sentBody()).toEqual({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }], service_tier: 'priority' })
  })

  it('streams events without an end mark, or one array', async () => {
    at.reply = () => events(delta('Hel'), delta('lo', 'stop'), USAGE)
    const chunk = (parts: readonly object[], rest: object = {}) => ({
      candidates: [{ content: { role: 'model', parts }, ...rest, index: 0 }],
    })
    const expected = [chunk([{ text: 'Hel' }]), chunk([{ text: 'lo' }]), chunk([{ text: '' }], { finishReason: 'STOP' })]
    const streamed = await at.relay(at.user, `${STREAM}?alt=sse`, { body: HELLO })
    expect(streamed.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const frames = streamed.text.split('\n\n')
    expect(frames.pop()).toBe('')
    const chunks = frames.map((frame) => JSON.parse(frame.replace(/^data: /, '')) as object)
    expect(chunks).toMatchObject(expected)
    expect(chunks[2]).toMatchObject({ usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 } })
    at.reply = () => events(delta('Hel'), delta('lo', 'stop'), USAGE)
    const array = await at.relay(at.user, STREAM, { body: HELLO })
    expect([array.headers.get('content-type'), JSON.parse(array.text)]).toMatchObject(['application/json; charset=utf-8', expected])
  })

  it('tells inside a stream that it broke off', async () => {
    at.reply = () => new Response(`data: ${JSON.stringify(delta('Hel'))}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
    const streamed = await at.relay(at.user, `${STREAM}?alt=sse`, { body: HELLO })
    const last = JSON.parse(
      streamed.text
        .trim()
        .split('\n\n')
        .at(-1)
        ?.replace(/^data: /, '') ?? '',
    ) as object
    expect(last).toMatchObject({ error: { code: 502, status: 'UNAVAILABLE' } })
    const array = JSON.parse((await at.relay(at.user, STREAM, { body: HELLO })).text) as readonly object[]
    expect(array).toMatchObject([{ candidates: [{}] }, { error: { code: 502, status: 'UNAVAILABLE' } }])
  })

  it('counts tokens by estimate where upstream does not count', async () => {
    const answer = await at.relay(at.user, '/v1beta/models/gpt-4o-mini:countTokens', { body: HELLO })
    expect([answer.status, answer.headers.get('x-weir-estimate')]).toEqual([200, 'true'])
    expect((answer.json as { totalTokens: number }).totalTokens).toBeGreaterThan(0)
    expect(at.sent).toEqual([])
  })
})

describe('the models', () => {
  it("are listed in Google's form on its paths", async () => {
    const one = {
      name: 'models/gpt-4o-mini',
      version: '001',
      displayName: 'gpt-4o-mini',
      supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
    }
    const list = await at.relay(at.user, '/v1beta/models', { method: 'GET' })
    expect(list.json).toMatchObject({ models: expect.arrayContaining([one]) })
    expect((await at.relay(at.user, '/v1beta/models/gpt-4o-mini', { method: 'GET' })).json).toEqual(one)
    const missing = await at.relay(at.user, '/v1beta/models/none', { method: 'GET' })
    expect(errorOf(missing)).toMatchObject({ http: 404, status: 'NOT_FOUND' })
    const page = (await at.relay(at.user, '/v1beta/models?pageSize=1', { method: 'GET' })).json as {
      models: unknown[]
      nextPageToken: string
    }
    expect([page.models.length, page.nextPageToken]).toEqual([1, '1'])
    expect((await at.relay(at.user, '/v1/models', { method: 'GET' })).json).toMatchObject({ object: 'list' })
  })
})

describe('content of an upstream that speaks the wire itself', () => {
  const OWN = '/v1beta/models/gemini-2.0-flash'
  const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 500, totalTokenCount: 1500 }
  const words = { candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, index: 0 }] }
  const end = { candidates: [{ content: { role: 'model', parts: [{ text: '!' }] }, finishReason: 'STOP', index: 0 }], usageMetadata }
  const frames =
    (...chunks: readonly object[]) =>
    (): Response =>
      new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      })

  beforeAll(async () => {
    const fields = {
      type: 24,
      name: 'own',
      key: 'google-key',
      base_url: 'http://google.test',
      models: 'gemini-2.0-flash',
      group: 'default',
    }
    await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body: fields })
  })

  const spentBy = async (call: () => Promise<unknown>): Promise<number> => {
    const before = await at.quotaOf(at.user)
    await call()
    return before - (await at.quotaOf(at.user))
  }

  it('passes both ways as it is, and costs what upstream counts', async () => {
    at.reply = () => Response.json(end)
    const body = { ...HELLO, safety_settings: [] }
    let answer: { readonly json: unknown } | undefined
    // $0.10 and $0.40 per million tokens: 1000 × 0.05 + 500 × 0.2 = 150 units.
    expect(await spentBy(async () => (answer = await at.relay(at.user, `${OWN}:generateContent`, { body })))).toBe(150)
    expect([answer?.json, String(at.sent[0]?.body)]).toEqual([end, JSON.stringify(body)])
    expect([at.sent[0]?.url, at.sent[0]?.headers['x-goog-api-key']]).toEqual([`http://google.test${OWN}:generateContent`, 'google-key'])
  })

  it('passes as events, or as an array, for the same charge', async () => {
    at.reply = frames(words, end)
    let text = ''
    const stream = (query: string) =>
      spentBy(async () => ({ text } = await at.relay(at.user, `${OWN}:streamGenerateContent${query}`, { body: HELLO })))
    expect([await stream('?alt=sse'), text]).toEqual([150, `data: ${JSON.stringify(words)}\n\ndata: ${JSON.stringify(end)}\n\n`])
    expect([await stream(''), JSON.parse(text)]).toEqual([150, [words, end]])
    expect(new Set(at.sent.map(({ url }) => url))).toEqual(new Set([`http://google.test${OWN}:streamGenerateContent?alt=sse`]))
  })

  it('passes the refusal of a prompt as it is', async () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 1000, totalTokenCount: 1000 } }
    at.reply = () => Response.json(blocked)
    let answer: { readonly json: unknown } | undefined
    expect(await spentBy(async () => (answer = await at.relay(at.user, `${OWN}:generateContent`, { body: HELLO })))).toBe(50)
    expect(answer?.json).toEqual(blocked)
  })

  it('is no answer where upstream tells an error with a good status', async () => {
    at.reply = () => Response.json({ error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } })
    let answer: Parameters<typeof errorOf>[0] = { status: 0, json: {} }
    expect(await spentBy(async () => (answer = await at.relay(at.user, `${OWN}:generateContent`, { body: HELLO })))).toBe(0)
    expect(errorOf(answer)).toMatchObject({ http: 503, status: 'UNAVAILABLE' })
  })

  it('says in a stream that upstream failed, and charges what was said', async () => {
    at.reply = frames(words, { error: { code: 500, message: 'secret words', status: 'INTERNAL' } })
    const { text } = await at.relay(at.user, `${OWN}:streamGenerateContent`, { body: HELLO })
    expect(JSON.parse(text)).toMatchObject([words, { error: { code: 502, status: 'UNAVAILABLE' } }])
    expect(text).not.toContain('secret words')
  })

  it('charges an answer that rests on a search', async () => {
    const grounding = { webSearchQueries: ['a', 'b'], groundingChunks: [{ web: { uri: 'https://a.example' } }] }
    at.reply = () => Response.json({ ...end, candidates: [{ ...end.candidates[0], groundingMetadata: grounding }] })
    const body = { ...HELLO, tools: [{ google_search: {} }] }
    // The tokens as above, and 0.035 dollars for the answer, whatever the number of its queries: 17 500 units.
    expect(await spentBy(() => at.relay(at.user, `${OWN}:generateContent`, { body }))).toBe(150 + 17_500)
    expect(sentBody()).toMatchObject({ tools: [{ googleSearch: {} }] })
  })

  it('refuses tools whose fee is not known by their name', async () => {
    const told = errorOf(await at.relay(at.user, `${OWN}:generateContent`, { body: { ...HELLO, tools: [{ file_search: {} }] } }))
    expect([told.http, told.message.includes('tools[0].fileSearch'), at.sent]).toEqual([400, true, []])
  })

  it('is counted by upstream for nothing', async () => {
    at.reply = () => Response.json({ totalTokens: 42 })
    let answer: { readonly json: unknown } | undefined
    expect(await spentBy(async () => (answer = await at.relay(at.user, `${OWN}:countTokens`, { body: HELLO })))).toBe(0)
    expect(answer?.json).toEqual({ totalTokens: 42 })
  })
})
