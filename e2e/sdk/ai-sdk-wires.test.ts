import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Output, generateText, stepCountIs, streamText, type LanguageModel } from 'ai'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { ENDLESS, SCRIPTED_JSON, SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { aiSdkClients, apiErrorOf, pictureMessages, placeSchema, weatherTools } from './ai-sdk-clients.ts'
import { openWires, wires, type WireStand } from './openai-wires.ts'

const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE

let stand: WireStand

beforeAll(async () => {
  stand = await openWires(wires)
})

afterAll(() => stand.close())

const pairs = aiSdkClients.flatMap(([client, open]) => wires.map((wire) => [`${client} over ${wire.name}`, { open, wire }] as const))

describe.each(pairs)('%s', (_, { open, wire }) => {
  const model = (): LanguageModel => open({ baseURL: stand.baseUrl, apiKey: stand.apiKey }, wire.model)
  const when = (isCarried: boolean): readonly string[] => (isCarried ? [wire.name] : [])

  it('gets text, whole and streamed, with its usage', async () => {
    const refusals = stand.fakeOf(wire).refusals.length
    const whole = await generateText({ model: model(), prompt: 'hello', maxRetries: 0 })
    const stream = streamText({ model: model(), prompt: 'hello', maxRetries: 0 })
    const parts = await Array.fromAsync(stream.textStream)
    expect([whole.text, parts.join('')]).toEqual([DEFAULT_TEXT, DEFAULT_TEXT])
    expect([whole.finishReason, await stream.finishReason]).toEqual(['stop', 'stop'])
    if (wire.hasStreams) expect(parts.length).toBeGreaterThan(1)
    for (const usage of wire.hasUsage ? [whole.usage, await stream.usage] : []) {
      expect([usage.inputTokens, usage.outputTokens]).toEqual([PROMPT, COMPLETION])
    }
    expect(stand.fakeOf(wire).refusals.slice(refusals)).toEqual([])
  })

  it.each(when(wire.hasParallelTools))('runs tools over several turns, two of them at once: %s', async () => {
    const prompt = 'Weather in Köln and Paris, then Oslo'
    const options = { model: model(), tools: weatherTools, prompt, stopWhen: stepCountIs(5), maxRetries: 0 }
    const expected = { calls: [2, 1, 0], text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo' }
    const whole = await generateText(options)
    expect({ calls: whole.steps.map(({ toolCalls }) => toolCalls.length), text: whole.text }).toEqual(expected)
    const stream = streamText(options)
    expect({ calls: (await stream.steps).map(({ toolCalls }) => toolCalls.length), text: await stream.text }).toEqual(expected)
  })

  it.each(when(wire.hasImages))('shows an image: %s', async () => {
    const { text } = await generateText({ model: model(), messages: pictureMessages, maxRetries: 0 })
    expect(text).toBe('An image of 70 bytes, image/png.')
  })

  it.each(when(wire.hasSchema))('gets an object of a schema, whole and streamed: %s', async () => {
    const options = { model: model(), prompt: 'Where?', output: Output.object({ schema: placeSchema }), maxRetries: 0 }
    const { output, finishReason } = await generateText(options)
    expect([output, finishReason]).toEqual([SCRIPTED_JSON, 'stop'])
    expect(await streamText(options).output).toEqual(SCRIPTED_JSON)
  })

  it('understands a refusal', async () => {
    const error = await apiErrorOf(generateText({ model: model(), prompt: 'fail:400', maxRetries: 0 }))
    expect([error.statusCode, error.isRetryable, error.message.includes(SCRIPTED_REFUSAL)]).toEqual([400, false, true])
    const passing = await apiErrorOf(generateText({ model: model(), prompt: 'fail:429', maxRetries: 0 }))
    expect([passing.statusCode, passing.isRetryable]).toEqual([429, true])
  })

  it.each(when(wire.hasStreams))('aborts a stream, which ends it upstream: %s', async () => {
    const before = stand.fakeOf(wire).hangUps()
    const controller = new AbortController()
    const result = streamText({ model: model(), prompt: ENDLESS, abortSignal: controller.signal, maxRetries: 0 })
    for await (const _text of result.textStream) controller.abort()
    await eventually('the caller has hung up', () => (stand.fakeOf(wire).hangUps() === before + 1 ? true : undefined))
  })
})
