import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { generateText, stepCountIs, streamText } from 'ai'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { ENDLESS, SCRIPTED_JSON, SCRIPTED_REFUSAL, WEATHER_TOOL } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { weatherTools } from './ai-sdk-clients.ts'
import { PNG, countedFetch, placeParameters, weatherOf, weatherParameters } from './conversation.ts'
import { effectOf } from './effect.ts'
import { openWires, wires, type Wire, type WireStand } from './openai-wires.ts'

const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE
const named = (list: readonly Wire[]) => list.map((wire) => [wire.name, wire] as const)

const tools: Anthropic.Tool[] = [{ name: WEATHER_TOOL, description: 'The weather', input_schema: weatherParameters }]
const user = (content: Anthropic.MessageParam['content']): Anthropic.MessageParam => ({ role: 'user', content })
const textOf = ({ content }: Anthropic.Message): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('')

/** These speak the wire themselves: what comes from them passes as it is. */
const OWN: ReadonlySet<string> = new Set(['Anthropic', 'Bedrock, Claude', 'Vertex, Claude'])

let stand: WireStand
let client: Anthropic

beforeAll(async () => {
  stand = await openWires(wires)
  client = new Anthropic({ baseURL: stand.baseUrl.replace(/\/v1$/, ''), apiKey: stand.apiKey, maxRetries: 0 })
})

afterAll(() => stand.close())

const refusalOf = async (call: PromiseLike<unknown>): Promise<APIError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
  throw new Error('expected a refusal')
}

const ask = (body: Anthropic.MessageCreateParamsNonStreaming, isStream: boolean): Promise<Anthropic.Message> =>
  isStream ? client.messages.stream(body).finalMessage() : client.messages.create(body)

/** Talks until the model calls no more tools, with everything said before sent again unchanged. */
const talkWithTools = async (model: string, isStream: boolean) => {
  const messages = [user('Weather in Köln and Paris, then Oslo')]
  const turns: string[][] = []
  for (;;) {
    const reply = await ask({ model, max_tokens: 1000, messages, tools }, isStream)
    const calls = reply.content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return { turns, text: textOf(reply), stop: reply.stop_reason }
    turns.push(calls.map((call) => weatherOf(JSON.stringify(call.input))))
    messages.push({ role: 'assistant', content: reply.content })
    messages.push(
      user(calls.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: weatherOf(JSON.stringify(call.input)) }))),
    )
  }
}

describe.each(named(wires))('messages by the makers package over %s', (_, wire) => {
  const hello = { model: wire.model, max_tokens: 1000, system: 'Be brief.', messages: [user('hello')] }

  it('come whole and streamed with the same text at the same price', async () => {
    const whole = await effectOf(stand.root, () => ask(hello, false))
    const streamed = await effectOf(stand.root, () => ask(hello, true))
    for (const { value, log, spent } of [whole, streamed]) {
      expect([textOf(value), value.stop_reason, log.model_name, log.quota, spent]).toEqual([
        DEFAULT_TEXT,
        'end_turn',
        wire.model,
        whole.spent,
        whole.spent,
      ])
      if (wire.hasUsage) {
        expect([value.usage.input_tokens, value.usage.output_tokens, log.prompt_tokens, log.completion_tokens]).toEqual([
          PROMPT,
          COMPLETION,
          PROMPT,
          COMPLETION,
        ])
      }
    }
    expect([whole.spent > 0, stand.fakeOf(wire).refusals]).toEqual([true, []])
    expect([whole.value.id === 'msg_fake', streamed.value.id === 'msg_fake']).toEqual([OWN.has(wire.name), OWN.has(wire.name)])
  })

  it.each(wire.hasParallelTools ? [false, true] : [])('call tools turn after turn and several at once, streamed: %p', async (isStream) => {
    expect(await talkWithTools(wire.model, isStream)).toEqual({
      turns: [['rain in Köln', 'rain in Paris'], ['rain in Oslo']],
      text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo',
      stop: 'end_turn',
    })
  })

  it.each(wire.hasImages ? [wire.name] : [])('see an image: %s', async () => {
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PNG }
    const messages = [
      user([
        { type: 'text', text: 'What is this?' },
        { type: 'image', source },
      ]),
    ]
    expect(textOf(await ask({ model: wire.model, max_tokens: 1000, messages }, false))).toBe('An image of 70 bytes, image/png.')
  })

  it.each(wire.hasSchema ? [wire.name] : [])('keep to a schema: %s', async () => {
    const format = { type: 'json_schema' as const, schema: placeParameters }
    const reply = await ask({ model: wire.model, max_tokens: 1000, messages: [user('Where?')], output_config: { format } }, false)
    expect(JSON.parse(textOf(reply))).toEqual(SCRIPTED_JSON)
  })

  it('are refused in upstream words, and in the form of this wire', async () => {
    for (const isStream of [false, true]) {
      const error = await refusalOf(ask({ ...hello, messages: [user('fail:400')] }, isStream))
      expect([error.status, error.message.includes(SCRIPTED_REFUSAL), error.type]).toEqual([400, true, 'invalid_request_error'])
      expect(error.requestID).toMatch(/^\d{14}/)
    }
    const limited = await refusalOf(ask({ ...hello, messages: [user('fail:429')] }, false))
    expect([limited.status, limited.type]).toEqual([429, 'rate_limit_error'])
  })

  it.each(wire.hasStreams ? [wire.name] : [])('end upstream when they are aborted: %s', async () => {
    const before = stand.fakeOf(wire).hangUps()
    const stream = client.messages.stream({ ...hello, messages: [user(ENDLESS)] })
    stream.on('streamEvent', ({ type }) => type === 'content_block_start' && stream.abort())
    await stream.done().catch(() => undefined)
    await eventually('the caller has hung up', () => (stand.fakeOf(wire).hangUps() === before + 1 ? true : undefined))
  })

  it('speak to the AI SDK', async () => {
    const model = createAnthropic({ baseURL: stand.baseUrl, apiKey: stand.apiKey })(wire.model)
    const streamed = streamText({ model, prompt: 'hello', maxRetries: 0, maxOutputTokens: 1000 })
    expect(await streamed.text).toBe(DEFAULT_TEXT)
    if (!wire.hasParallelTools) return
    const prompt = 'Weather in Köln and Paris, then Oslo'
    const options = { model, tools: weatherTools, prompt, stopWhen: stepCountIs(5), maxRetries: 0, maxOutputTokens: 1000 }
    expect((await generateText(options)).text).toBe('Forecast: rain in Köln; rain in Paris; rain in Oslo')
  })
})

it('messages to a model that nobody serves are sent once', async () => {
  const { counting, asked } = countedFetch()
  const patient = client.withOptions({ maxRetries: 5, fetch: counting })
  const error = await refusalOf(patient.messages.create({ model: 'claude-none', max_tokens: 10, messages: [user('hello')] }))
  expect([error.status, error.type, asked()]).toEqual([404, 'not_found_error', 1])
})
