import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs, streamText } from 'ai'
import OpenAI from 'openai'
import type { ResponseInput, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { ENDLESS, SCRIPTED_JSON, SCRIPTED_REFUSAL, WEATHER_TOOL } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { apiErrorOf, weatherTools } from './ai-sdk-clients.ts'
import { PNG, placeParameters, refusalOf, weatherOf, weatherParameters } from './conversation.ts'
import { effectOf } from './effect.ts'
import { openWires, ownResponses, palm, wires, type Wire, type WireStand } from './openai-wires.ts'

const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE
const all = [...ownResponses, ...wires]
const named = (list: readonly Wire[]) => list.map((wire) => [wire.name, wire] as const)

const tools = [{ type: 'function' as const, name: WEATHER_TOOL, description: 'The weather', strict: null, parameters: weatherParameters }]

const format = {
  type: 'json_schema' as const,
  name: 'place',
  strict: true,
  schema: placeParameters,
}

let stand: WireStand
let client: OpenAI

beforeAll(async () => {
  stand = await openWires(all)
  client = new OpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey, maxRetries: 0 })
})

afterAll(() => stand.close())

const usageOf = ({ usage }: OpenAI.Responses.Response) => (usage ? [usage.input_tokens, usage.output_tokens] : undefined)

/** Talks until the model calls no more tools, with everything said before sent again. */
const talkWithTools = async (model: string, isStream: boolean) => {
  const input: ResponseInput = [{ role: 'user', content: 'Weather in Köln and Paris, then Oslo' }]
  const turns: string[][] = []
  for (;;) {
    const body = { model, input, tools, store: false }
    const reply: OpenAI.Responses.Response = isStream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    const calls = reply.output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) return { turns, text: reply.output_text }
    turns.push(calls.map((call) => weatherOf(call.arguments)))
    for (const { call_id, name, arguments: text } of calls) input.push({ type: 'function_call', call_id, name, arguments: text })
    for (const { call_id, arguments: text } of calls) input.push({ type: 'function_call_output', call_id, output: weatherOf(text) })
  }
}

describe.each(named(all))('responses by the openai package over %s', (_, wire) => {
  it('come whole and streamed with the same text at the same price', async () => {
    const body = { model: wire.model, input: 'hello', instructions: 'Be brief.' }
    const whole = await effectOf(stand.root, () => client.responses.create(body))
    const streamed = await effectOf(stand.root, () => client.responses.stream(body).finalResponse())
    for (const { value, log, spent } of [whole, streamed]) {
      expect([value.output_text, value.status, log.model_name, log.quota, spent]).toEqual([
        DEFAULT_TEXT,
        'completed',
        wire.model,
        whole.spent,
        whole.spent,
      ])
      if (wire.hasUsage)
        expect([usageOf(value), log.prompt_tokens, log.completion_tokens]).toEqual([[PROMPT, COMPLETION], PROMPT, COMPLETION])
    }
    expect([whole.spent > 0, stand.fakeOf(wire).refusals]).toEqual([true, []])
  })

  it.each(wire.hasParallelTools ? [false, true] : [])('call tools turn after turn and several at once, streamed: %p', async (isStream) => {
    expect(await talkWithTools(wire.model, isStream)).toEqual({
      turns: [['rain in Köln', 'rain in Paris'], ['rain in Oslo']],
      text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo',
    })
  })

  it.each(wire.hasImages ? [wire.name] : [])('see an image: %s', async () => {
    const image = { type: 'input_image' as const, image_url: `data:image/png;base64,${PNG}`, detail: 'auto' as const }
    const content = [{ type: 'input_text' as const, text: 'What is this?' }, image]
    const { output_text: text } = await client.responses.create({ model: wire.model, input: [{ role: 'user', content }] })
    expect(text).toBe('An image of 70 bytes, image/png.')
  })

  it.each(wire.hasSchema ? [wire.name] : [])('keep to a schema: %s', async () => {
    const reply = await client.responses.parse({ model: wire.model, input: 'Where?', text: { format } })
    expect(reply.output_parsed).toEqual(SCRIPTED_JSON as never)
  })

  it('are refused in upstream words', async () => {
    for (const stream of [false, true]) {
      const error = await refusalOf(client.responses.create({ model: wire.model, input: 'fail:400', stream }))
      expect([error.status, error.message.includes(SCRIPTED_REFUSAL)]).toEqual([400, true])
    }
    expect((await refusalOf(client.responses.create({ model: wire.model, input: 'fail:429' }))).status).toBe(429)
  })

  it.each(wire.hasStreams ? [wire.name] : [])('end upstream when they are aborted: %s', async () => {
    const before = stand.fakeOf(wire).hangUps()
    const controller = new AbortController()
    const stream = await client.responses.create({ model: wire.model, input: ENDLESS, stream: true }, { signal: controller.signal })
    for await (const event of stream) if (event.type === 'response.output_item.added') controller.abort()
    await eventually('the caller has hung up', () => (stand.fakeOf(wire).hangUps() === before + 1 ? true : undefined))
  })
})

describe.each(named(ownResponses))('the default model of @ai-sdk/openai over %s', (_, wire) => {
  it('speaks and runs its tools', async () => {
    const model = createOpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey })(wire.model)
    const streamed = streamText({ model, prompt: 'hello', maxRetries: 0 })
    expect([await streamed.text, (await streamed.usage).outputTokens]).toEqual([DEFAULT_TEXT, COMPLETION])
    const prompt = 'Weather in Köln and Paris, then Oslo'
    const { text } = await generateText({ model, tools: weatherTools, prompt, stopWhen: stepCountIs(5), maxRetries: 0 })
    expect(text).toBe('Forecast: rain in Köln; rain in Paris; rain in Oslo')
  })
})

describe('a conversation of the AI SDK', () => {
  it('goes on over a wire that keeps nothing when its items are sent again, and says so when they are not', async () => {
    const [, anthropic] = wires
    const model = createOpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey })(anthropic?.model ?? '')
    const options = { model, maxRetries: 0, providerOptions: { openai: { store: false } } }
    const first = await generateText({ ...options, prompt: 'hello' })
    const asked = (content: string) => ({ role: 'user' as const, content })
    const messages = [asked('hello'), ...first.response.messages, asked('Weather in Oslo')]
    const tools = { tools: weatherTools, stopWhen: stepCountIs(3) }
    expect((await generateText({ ...options, ...tools, messages })).text).toBe('Forecast: rain in Oslo')
    const error = await apiErrorOf(generateText({ model, messages, maxRetries: 0 }))
    expect([error.statusCode, error.message.includes('set store to false')]).toEqual([400, true])
  })
})

describe('what upstream would have to remember', () => {
  it.each(named([...wires.slice(0, 2), palm]))('is refused for %s, at no cost', async (_, wire) => {
    const { value: error, spent } = await effectOf(stand.root, () =>
      refusalOf(client.responses.create({ model: wire.model, input: 'hello', previous_response_id: 'resp_fake' })),
    )
    expect([error.status, error.message.includes('previous_response_id'), spent]).toEqual([400, true, 0])
  })

  it('is never worked on in the background', async () => {
    const error = await refusalOf(client.responses.create({ model: 'gpt-5', input: 'hello', background: true }))
    expect([error.status, error.param]).toEqual([400, 'background'])
  })
})

it('counts its events without a gap and closes every item before the end', async () => {
  const stream = await client.responses.create({ model: wires[1]?.model ?? '', input: 'Weather in Köln and Paris', tools, stream: true })
  const events: ResponseStreamEvent[] = await Array.fromAsync(stream)
  expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()])
  expect(events.filter(({ type }) => type === 'response.output_item.done').length).toBe(2)
  expect(events.at(-1)?.type).toBe('response.completed')
})
