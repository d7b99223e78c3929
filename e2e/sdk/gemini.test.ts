import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { ApiError, FunctionCallingConfigMode, GoogleGenAI, type Content, type GenerateContentParameters } from '@google/genai'
import { generateObject, generateText, stepCountIs, streamText } from 'ai'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { ENDLESS, SCRIPTED_JSON, SCRIPTED_REFUSAL, WEATHER_TOOL } from '../fake-upstream/script.ts'
import { GEMINI_ANSWERS } from '../fake-upstream/wires/gemini.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { placeSchema, weatherTools } from './ai-sdk-clients.ts'
import { PNG, placeParameters, weatherOf, weatherParameters } from './conversation.ts'
import { effectOf } from './effect.ts'
import { openWires, wires, type Wire, type WireStand } from './openai-wires.ts'

const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE
const named = (list: readonly Wire[]) => list.map((wire) => [wire.name, wire] as const)

const tools = [{ functionDeclarations: [{ name: WEATHER_TOOL, description: 'The weather', parametersJsonSchema: weatherParameters }] }]

/** These speak the wire themselves: what comes from them passes as it is. */
const OWN: ReadonlySet<string> = new Set(['Gemini', 'Vertex, Gemini'])

let stand: WireStand
let client: GoogleGenAI

beforeAll(async () => {
  stand = await openWires(wires)
  client = new GoogleGenAI({ apiKey: stand.apiKey, httpOptions: { baseUrl: stand.baseUrl.replace(/\/v1$/, '') } })
}, 180_000)

afterAll(() => stand.close())

const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.catch((reason: unknown) => reason)
  if (error instanceof ApiError) return error
  throw new Error(`expected a refusal, got ${String(error)}`)
}

interface Heard {
  readonly content: Content
  readonly text: string
  readonly finish: string | undefined
  readonly usage: readonly (number | undefined)[]
  readonly id: string | undefined
}

/** One answer, however it came. */
const ask = async (asked: GenerateContentParameters, isStream: boolean): Promise<Heard> => {
  const replies = isStream
    ? await Array.fromAsync(await client.models.generateContentStream(asked))
    : [await client.models.generateContent(asked)]
  const candidates = replies.flatMap(({ candidates: found }) => found?.[0] ?? [])
  const last = replies.at(-1)
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []).filter((part) => part.text !== '')
  return {
    content: { role: 'model', parts },
    text: parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join(''),
    finish: candidates.at(-1)?.finishReason,
    usage: [last?.usageMetadata?.promptTokenCount, last?.usageMetadata?.candidatesTokenCount, last?.usageMetadata?.totalTokenCount],
    id: last?.responseId,
  }
}

/** Talks until the model calls no more functions, with everything said before sent again unchanged. */
const talkWithTools = async (model: string, isStream: boolean) => {
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Weather in Köln and Paris, then Oslo' }] }]
  const turns: string[][] = []
  for (;;) {
    const { content, text, finish } = await ask({ model, contents, config: { tools, maxOutputTokens: 1000 } }, isStream)
    const calls = (content.parts ?? []).flatMap((part) => part.functionCall ?? [])
    if (calls.length === 0) return { turns, text, finish }
    const results = calls.map(({ id, name, args }) => ({
      ...(id !== undefined && { id }),
      name: name ?? '',
      output: weatherOf(JSON.stringify(args)),
    }))
    turns.push(results.map(({ output }) => output))
    contents.push(content)
    contents.push({
      role: 'user',
      parts: results.map(({ output, ...named }) => ({ functionResponse: { ...named, response: { output } } })),
    })
  }
}

describe.each(named(wires))('content by the makers package over %s', (_, wire) => {
  const hello = { model: wire.model, contents: 'hello', config: { systemInstruction: 'Be brief.', maxOutputTokens: 1000 } }

  it('comes whole and streamed with the same text at the same price', async () => {
    const whole = await effectOf(stand.root, () => ask(hello, false))
    const streamed = await effectOf(stand.root, () => ask(hello, true))
    for (const { value, log, spent } of [whole, streamed]) {
      expect([value.text, value.finish, log.model_name, log.quota, spent]).toEqual([
        DEFAULT_TEXT,
        'STOP',
        wire.model,
        whole.spent,
        whole.spent,
      ])
      if (wire.hasUsage) {
        expect([value.usage, log.prompt_tokens, log.completion_tokens]).toEqual([
          [PROMPT, COMPLETION, PROMPT + COMPLETION],
          PROMPT,
          COMPLETION,
        ])
      }
    }
    expect([whole.spent > 0, stand.fakeOf(wire).refusals]).toEqual([true, []])
    expect([whole.value.id === 'fake', streamed.value.id === 'fake']).toEqual([OWN.has(wire.name), OWN.has(wire.name)])
  })

  it.each(wire.hasParallelTools ? [false, true] : [])(
    'calls functions turn after turn and several at once, streamed: %p',
    async (isStream) => {
      expect(await talkWithTools(wire.model, isStream)).toEqual({
        turns: [['rain in Köln', 'rain in Paris'], ['rain in Oslo']],
        text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo',
        finish: 'STOP',
      })
    },
  )

  it.each(wire.hasImages ? [wire.name] : [])('sees an image: %s', async () => {
    const parts = [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: PNG } }]
    const { text } = await ask({ model: wire.model, contents: [{ role: 'user', parts }] }, false)
    expect(text).toBe('An image of 70 bytes, image/png.')
  })

  it.each(wire.hasSchema ? [wire.name] : [])('keeps to a schema: %s', async () => {
    const config = { responseMimeType: 'application/json', responseJsonSchema: placeParameters, maxOutputTokens: 1000 }
    const { text } = await ask({ model: wire.model, contents: 'Where?', config }, false)
    expect(JSON.parse(text)).toEqual(SCRIPTED_JSON)
  })

  it('is refused in upstream words, and in the form of this wire', async () => {
    for (const isStream of [false, true]) {
      const error = await refusalOf(ask({ ...hello, contents: 'fail:400' }, isStream))
      const told = JSON.parse(error.message) as { error: { code: number; message: string; status: string } }
      expect([error.status, told.error.code, told.error.status, told.error.message.includes(SCRIPTED_REFUSAL)]).toEqual([
        400,
        400,
        'INVALID_ARGUMENT',
        true,
      ])
    }
    const limited = await refusalOf(ask({ ...hello, contents: 'fail:429' }, false))
    expect([limited.status, limited.message.includes('RESOURCE_EXHAUSTED')]).toEqual([429, true])
  })

  it.each(wire.hasStreams ? [wire.name] : [])('ends upstream when it is aborted: %s', async () => {
    const before = stand.fakeOf(wire).hangUps()
    const leaving = new AbortController()
    const asked = { ...hello, contents: ENDLESS, config: { ...hello.config, abortSignal: leaving.signal } }
    const stream = await client.models.generateContentStream(asked)
    await (async () => {
      for await (const _chunk of stream) leaving.abort()
    })().catch(() => undefined)
    await eventually('the caller has hung up', () => (stand.fakeOf(wire).hangUps() === before + 1 ? true : undefined))
  })

  it('is counted by upstream where it counts, and else here', async () => {
    const { totalTokens } = await client.models.countTokens({ model: wire.model, contents: 'hello' })
    if (OWN.has(wire.name)) expect(totalTokens).toBe(GEMINI_ANSWERS.totalTokens)
    else expect(totalTokens).toBeGreaterThan(0)
  })

  it('speaks to the AI SDK', async () => {
    const google = createGoogleGenerativeAI({ baseURL: stand.baseUrl.replace(/\/v1$/, '/v1beta'), apiKey: stand.apiKey })
    const model = google(wire.model)
    const streamed = streamText({ model, prompt: 'hello', maxRetries: 0, maxOutputTokens: 1000 })
    expect(await streamed.text).toBe(DEFAULT_TEXT)
    if (wire.hasSchema) {
      const { object } = await generateObject({ model, schema: placeSchema, prompt: 'Where?', maxRetries: 0, maxOutputTokens: 1000 })
      expect(object).toEqual(SCRIPTED_JSON)
    }
    if (!wire.hasParallelTools) return
    const prompt = 'Weather in Köln and Paris, then Oslo'
    const options = { model, tools: weatherTools, prompt, stopWhen: stepCountIs(5), maxRetries: 0, maxOutputTokens: 1000 }
    expect((await generateText(options)).text).toBe('Forecast: rain in Köln; rain in Paris; rain in Oslo')
    expect(await streamText(options).text).toBe('Forecast: rain in Köln; rain in Paris; rain in Oslo')
  })
})

describe('the models of the makers package', () => {
  it('are listed and found', async () => {
    const names: string[] = []
    for await (const { name } of await client.models.list({ config: { pageSize: 3 } })) names.push(name ?? '')
    expect(names.toSorted()).toEqual(wires.map(({ model }) => `models/${model}`).toSorted())
    expect((await client.models.get({ model: 'gemini-2.5-flash' })).displayName).toBe('gemini-2.5-flash')
  })

  it('may be made to call one function', async () => {
    const functionCallingConfig = { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: [WEATHER_TOOL] }
    const config = { tools, toolConfig: { functionCallingConfig }, maxOutputTokens: 1000 }
    const { content } = await ask({ model: 'claude-sonnet-4-5', contents: 'Weather in Oslo', config }, false)
    expect(content.parts?.map((part) => part.functionCall?.name)).toEqual([WEATHER_TOOL])
  })
})
