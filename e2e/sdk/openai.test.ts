import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import OpenAI, { APIUserAbortError, toFile } from 'openai'
import { DEFAULT_TEXT, DEFAULT_USAGE, ask } from '../fake-upstream/behaviour.ts'
import { TASK_ANSWERS } from '../fake-upstream/openai/openai-tasks.ts'
import { SCRIPTED_JSON, SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, unitsFor, type Stand } from '../harness/stand.ts'
import { Talk, countedFetch, refusalOf, user, weatherOf, weatherParameters, withImage } from './conversation.ts'
import { effectOf } from './effect.ts'

const TASK_MODELS = 'text-embedding-3-small,dall-e-3,tts-1,whisper-1,omni-moderation-latest'
/** Without a price of its own, so a token costs the ceiling. */
const RERANK_MODEL = 'house-reranker'
const CEILING_RATIO = 30
const OPENAI = 1
const OPENAI_COMPATIBLE = 50
const PROMPT = DEFAULT_USAGE.prompt_tokens
const COMPLETION = DEFAULT_USAGE.completion_tokens

let stand: Stand
let talk: Talk

beforeAll(async () => {
  stand = await openStand()
  talk = new Talk(stand.openai, MODEL)
  const { url } = stand.fake
  const tasks = { key: UPSTREAM_KEY, type: OPENAI, name: 'tasks', base_url: url, models: TASK_MODELS }
  const rerank = { key: UPSTREAM_KEY, type: OPENAI_COMPATIBLE, name: 'rerank', base_url: `${url}/v1`, models: RERANK_MODEL }
  for (const body of [tasks, rerank]) await stand.root.call(createChannel, { body })
})

afterAll(() => closeStand(stand))

describe('the openai package', () => {
  it('gets text whole and streamed, with the usage that is charged', async () => {
    for (const call of [() => talk.whole(user('hello')), () => talk.streamed(user('hello'))]) {
      const { value, log, spent } = await effectOf(stand.root, call)
      expect(value).toEqual({ text: DEFAULT_TEXT, finish: 'stop', usage: [PROMPT, COMPLETION] })
      expect([log.prompt_tokens, log.completion_tokens, log.quota, spent]).toEqual([PROMPT, COMPLETION, 6, unitsFor(PROMPT, COMPLETION)])
    }
  })

  it.each([false, true])('calls tools turn after turn and several at once, streamed: %p', async (isStream) => {
    expect(await talk.withTools('Weather in Köln and Paris, then Oslo', isStream)).toEqual({
      turns: [['get_weather {"city":"Köln","days":2}', 'get_weather {"city":"Paris","days":2}'], ['get_weather {"city":"Oslo","days":2}']],
      text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo',
    })
  })

  it('runs tools by itself', async () => {
    const inputs: string[] = []
    const runner = stand.openai.chat.completions.runTools({
      model: MODEL,
      messages: user('Weather in Köln, then Paris'),
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'The weather',
            parameters: weatherParameters,
            function: (text: string) => {
              inputs.push(text)
              return weatherOf(text)
            },
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('Forecast: rain in Köln; rain in Paris')
    expect(inputs).toEqual(['{"city":"Köln","days":2}', '{"city":"Paris","days":2}'])
  })

  it('shows an image', async () => {
    expect((await talk.whole(withImage('What is this?'))).text).toBe('An image of 70 bytes, image/png.')
  })

  it('gets output of a schema and the refusal of a bad one', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
    const format = (over: object) => ({
      type: 'json_schema' as const,
      json_schema: { name: 'weather', strict: true, schema: { ...schema, ...over } },
    })
    const call = (over: object) =>
      stand.openai.chat.completions.parse({ model: MODEL, messages: user('Where?'), response_format: format(over) })
    expect((await call({})).choices[0]?.message.parsed).toEqual(SCRIPTED_JSON as never)
    const error = await refusalOf(call({ additionalProperties: true }))
    expect([error.status, error.message.includes('additionalProperties')]).toEqual([400, true])
  })

  it('understands every refusal', async () => {
    const wrong = new OpenAI({ baseURL: `${stand.weir.url}/v1`, apiKey: 'sk-wrong', maxRetries: 0 })
    expect(await refusalOf(new Talk(wrong, MODEL).whole(user('hello')))).toBeInstanceOf(OpenAI.AuthenticationError)
    const bad = await refusalOf(talk.whole(user('fail:400')))
    expect(bad).toBeInstanceOf(OpenAI.BadRequestError)
    expect([bad.code, bad.message.includes(SCRIPTED_REFUSAL)]).toEqual(['scripted', true])
    expect(await refusalOf(talk.streamed(user('fail:422')))).toBeInstanceOf(OpenAI.UnprocessableEntityError)
  })

  it('retries by itself after a failure that may pass', async () => {
    const patient = stand.openai.withOptions({ maxRetries: 1 })
    const calls = stand.fake.journal.length
    expect(await refusalOf(new Talk(patient, MODEL).whole(user('fail:500')))).toBeInstanceOf(OpenAI.InternalServerError)
    expect(stand.fake.journal.length).toBe(calls + 2)
  })

  it('asks once for a model that nobody serves', async () => {
    const { counting, asked } = countedFetch()
    const patient = stand.openai.withOptions({ maxRetries: 5, fetch: counting })
    const error = await refusalOf(new Talk(patient, 'gpt-4o-mimi').whole(user('hello')))
    expect([error.status, error.code, asked()]).toEqual([503, 'no_available_channel', 1])
  })

  it('aborts a stream, which ends it upstream', async () => {
    const messages = user(ask({ events: 50, waits: 'between-events', text: 'word '.repeat(50) }))
    const stream = stand.openai.chat.completions.stream({ model: MODEL, messages })
    stream.once('content', () => stream.abort())
    const error: unknown = await stream.done().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(APIUserAbortError)
    await eventually('upstream is aborted', () => (stand.fake.journal.at(-1)?.wasAborted ? true : undefined))
  })
})

describe('the openai package, beside chat', () => {
  it('embeds texts, packed and plain', async () => {
    const create = (format: 'float' | 'base64' | undefined) => () =>
      stand.openai.embeddings.create({
        model: 'text-embedding-3-small',
        input: ['one', 'two'],
        ...(format && { encoding_format: format }),
      })
    const { value, log, spent } = await effectOf(stand.root, create(undefined))
    expect(value.data.map(({ embedding }) => embedding)).toEqual([[...TASK_ANSWERS.vector], [...TASK_ANSWERS.vector]])
    expect([log.prompt_tokens, log.completion_tokens, log.quota, spent]).toEqual([TASK_ANSWERS.embeddingTokens, 0, 1, 1])
    expect((await create('float')()).data[1]?.embedding).toEqual([...TASK_ANSWERS.vector])
  })

  it('draws pictures at the price of their number', async () => {
    const create = (n: number) => () =>
      stand.openai.images.generate({ model: 'dall-e-3', prompt: 'a weir', n, size: '1024x1024', response_format: 'b64_json' })
    const one = await effectOf(stand.root, create(1))
    const two = await effectOf(stand.root, create(2))
    expect(two.value.data?.map((picture) => picture.b64_json)).toEqual([TASK_ANSWERS.picture, TASK_ANSWERS.picture])
    expect(one.spent).toBeGreaterThan(0)
    expect([one.log.quota, two.log.quota, two.spent]).toEqual([one.spent, one.spent * 2, one.spent * 2])
    const error = await refusalOf(stand.openai.images.generate({ model: 'dall-e-3', prompt: 'a weir', size: '256x256' }))
    expect(error.status).toBe(400)
  })

  it('speaks, byte for byte, at the price of its characters', async () => {
    const { value, log, spent } = await effectOf(stand.root, async () => {
      const reply = await stand.openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Guten Tag' })
      return { type: reply.headers.get('content-type'), bytes: await reply.bytes() }
    })
    expect(value).toEqual({ type: 'audio/mpeg', bytes: TASK_ANSWERS.speech })
    expect([log.prompt_tokens, log.quota]).toEqual([9, spent])
    expect(spent).toBeGreaterThan(0)
  })

  it('sends a recording as a form and gets its text in every format', async () => {
    const file = await toFile(
      Uint8Array.from({ length: 20_000 }, (_, index) => index % 256),
      'speech.mp3',
      { type: 'audio/mpeg' },
    )
    const { value, log, spent } = await effectOf(stand.root, () => stand.openai.audio.transcriptions.create({ model: 'whisper-1', file }))
    expect(value.text).toBe(TASK_ANSWERS.transcript)
    expect(stand.fake.journal.at(-1)?.body).toMatchObject({ model: 'whisper-1', file: 'speech.mp3, 20000 bytes' })
    expect([log.quota, spent > 0]).toEqual([spent, true])
    const verbose = await stand.openai.audio.transcriptions.create({ model: 'whisper-1', file, response_format: 'verbose_json' })
    expect([verbose.text, verbose.duration]).toEqual([TASK_ANSWERS.transcript, 2.5])
    const subtitles = await stand.openai.audio.transcriptions.create({ model: 'whisper-1', file, response_format: 'srt' })
    expect(subtitles).toBe(`${TASK_ANSWERS.transcript}\n`)
    const text = await toFile(Buffer.from('plain'), 'notes.txt')
    const error = await refusalOf(stand.openai.audio.transcriptions.create({ model: 'whisper-1', file: text }))
    expect(error.status).toBe(400)
  })

  it('moderates', async () => {
    const input = ['kind words', 'more of them']
    const { value, log, spent } = await effectOf(stand.root, () => stand.openai.moderations.create({ input }))
    expect(value.results.map(({ flagged }) => flagged)).toEqual([false, false])
    expect(log.quota).toBe(spent)
  })

  it('leaves room for rerank, which the package does not know', async () => {
    const body = { model: RERANK_MODEL, query: 'rivers', documents: ['hills', 'streams'], top_n: 1 }
    const { value, log, spent } = await effectOf(stand.root, async () => {
      const reply = await fetch(`${stand.weir.url}/v1/rerank`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return await reply.text()
    })
    expect(JSON.parse(value)).toMatchObject({ results: [{ index: 1, relevance_score: 1 }] })
    expect([log.prompt_tokens, log.quota, spent]).toEqual([12, 12 * CEILING_RATIO, 12 * CEILING_RATIO])
  })
})
