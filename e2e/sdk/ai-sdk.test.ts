import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { createChannel } from '@weir/contract/channel'
import {
  Output,
  embedMany,
  experimental_generateSpeech as generateSpeech,
  experimental_transcribe as transcribe,
  generateImage,
  generateText,
  stepCountIs,
  streamText,
  type LanguageModel,
} from 'ai'
import { DEFAULT_TEXT, DEFAULT_USAGE, ask } from '../fake-upstream/behaviour.ts'
import { TASK_ANSWERS } from '../fake-upstream/openai/openai-tasks.ts'
import { SCRIPTED_JSON, SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, unitsFor, type Stand } from '../harness/stand.ts'
import { aiSdkClients, apiErrorOf, pictureMessages, placeSchema, weatherTools } from './ai-sdk-clients.ts'
import { effectOf } from './effect.ts'

const TASK_MODELS = 'text-embedding-3-small,dall-e-3,tts-1,whisper-1'
const OPENAI = 1

let stand: Stand

beforeAll(async () => {
  stand = await openStand()
  const body = { type: OPENAI, name: 'tasks', key: UPSTREAM_KEY, base_url: stand.fake.url, models: TASK_MODELS }
  await stand.root.call(createChannel, { body })
})

afterAll(() => closeStand(stand))

const settings = () => ({ baseURL: `${stand.weir.url}/v1`, apiKey: `sk-${stand.token.key}` })

describe.each(aiSdkClients)('%s', (_, openModel) => {
  const open = (): LanguageModel => openModel(settings(), MODEL)

  it('generates text at its price to the unit', async () => {
    const { value, log, spent } = await effectOf(stand.root, () => generateText({ model: open(), prompt: 'hello', maxRetries: 0 }))
    const { prompt_tokens: prompt, completion_tokens: completion } = DEFAULT_USAGE
    expect([value.text, value.finishReason]).toEqual([DEFAULT_TEXT, 'stop'])
    expect([value.usage.inputTokens, value.usage.outputTokens]).toEqual([prompt, completion])
    expect([log.prompt_tokens, log.completion_tokens, spent]).toEqual([prompt, completion, unitsFor(prompt, completion)])
  })

  it('streams text with its usage', async () => {
    const result = streamText({ model: open(), prompt: 'hello', maxRetries: 0 })
    const parts = await Array.fromAsync(result.textStream)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('')).toBe(DEFAULT_TEXT)
    expect([await result.finishReason, (await result.usage).outputTokens]).toEqual(['stop', DEFAULT_USAGE.completion_tokens])
  })

  it('runs tools over several turns, two of them at once', async () => {
    const options = {
      model: open(),
      tools: weatherTools,
      prompt: 'Weather in Köln and Paris, then Oslo',
      stopWhen: stepCountIs(5),
      maxRetries: 0,
    }
    const expected = { calls: [2, 1, 0], text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo' }
    const whole = await generateText(options)
    expect({ calls: whole.steps.map(({ toolCalls }) => toolCalls.length), text: whole.text }).toEqual(expected)
    const stream = streamText(options)
    expect({ calls: (await stream.steps).map(({ toolCalls }) => toolCalls.length), text: await stream.text }).toEqual(expected)
  })

  it('shows an image', async () => {
    const { text } = await generateText({ model: open(), messages: pictureMessages, maxRetries: 0 })
    expect(text).toBe('An image of 70 bytes, image/png.')
  })

  it('gets an object of a schema', async () => {
    const { output } = await generateText({
      model: open(),
      prompt: 'Where?',
      output: Output.object({ schema: placeSchema }),
      maxRetries: 0,
    })
    expect(output).toEqual(SCRIPTED_JSON)
    expect(stand.fake.journal.at(-1)?.body).toMatchObject({ response_format: { type: 'json_schema' } })
  })

  it('understands a refusal', async () => {
    const error = await apiErrorOf(generateText({ model: open(), prompt: 'fail:400', maxRetries: 0 }))
    expect([error.statusCode, error.isRetryable, error.message.includes(SCRIPTED_REFUSAL)]).toEqual([400, false, true])
  })

  it('aborts a stream, which ends it upstream', async () => {
    const controller = new AbortController()
    const prompt = ask({ events: 50, waits: 'between-events', text: 'word '.repeat(50) })
    const result = streamText({ model: open(), prompt, abortSignal: controller.signal, maxRetries: 0 })
    for await (const _text of result.textStream) controller.abort()
    await eventually('upstream is aborted', () => (stand.fake.journal.at(-1)?.wasAborted ? true : undefined))
    expect(stand.fake.journal.at(-1)?.isFinished).toBe(false)
  })
})

describe('the AI SDK, beside chat', () => {
  it('embeds, draws, speaks and transcribes', async () => {
    const openai = createOpenAI(settings())
    const vectors = await embedMany({ model: openai.embedding('text-embedding-3-small'), values: ['one', 'two'] })
    expect(vectors.embeddings).toEqual([[...TASK_ANSWERS.vector], [...TASK_ANSWERS.vector]])
    expect(vectors.usage.tokens).toBe(TASK_ANSWERS.embeddingTokens)
    const drawn = await generateImage({ model: openai.image('dall-e-3'), prompt: 'a weir', size: '1024x1024' })
    expect(drawn.image.base64).toBe(TASK_ANSWERS.picture)
    const { audio } = await generateSpeech({ model: openai.speech('tts-1'), text: 'Guten Tag', voice: 'alloy' })
    expect(audio.uint8Array).toEqual(TASK_ANSWERS.speech)
    const heard = await transcribe({ model: openai.transcription('whisper-1'), audio: TASK_ANSWERS.speech })
    expect(heard.text).toBe(TASK_ANSWERS.transcript)
  })
})
