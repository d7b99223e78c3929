import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import OpenAI, { APIUserAbortError } from 'openai'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { ENDLESS, SCRIPTED_JSON, SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { Talk, placeParameters, refusalOf, user, withImage } from './conversation.ts'
import { effectOf } from './effect.ts'
import { azure, openWires, palm, schemaByConverse, schemaByTool, wires, type Wire, type WireStand } from './openai-wires.ts'

const withSchema = [...wires.filter(({ hasSchema }) => hasSchema), ...schemaByTool, schemaByConverse]
const withStreams = wires.filter(({ hasStreams }) => hasStreams)

const format = {
  type: 'json_schema' as const,
  json_schema: {
    name: 'place',
    strict: true,
    schema: placeParameters,
  },
}

let stand: WireStand
let client: OpenAI

beforeAll(async () => {
  stand = await openWires([...wires, ...schemaByTool, schemaByConverse])
  client = new OpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey, maxRetries: 0 })
})

afterAll(() => stand.close())

const talkTo = (wire: Wire): Talk => new Talk(client, wire.model)

describe.each(withSchema.map((wire) => [wire.name, wire] as const))('the openai package over %s', (_, wire) => {
  it('gets an object of a schema, whole and streamed', async () => {
    const body = { model: wire.model, messages: user('Where?'), response_format: format }
    const whole = await client.chat.completions.parse(body)
    const streamed = await client.chat.completions.stream(body).finalChatCompletion()
    expect(whole.choices[0]?.message.parsed).toEqual(SCRIPTED_JSON as never)
    for (const { choices } of [whole, streamed]) {
      const [choice] = choices
      expect(JSON.parse(choice?.message.content ?? '')).toEqual(SCRIPTED_JSON)
      expect([choice?.finish_reason, choice?.message.tool_calls ?? []]).toEqual(['stop', []])
    }
    expect(stand.fakeOf(wire).refusals).toEqual([])
  })
})

describe.each(withStreams.map((wire) => [wire.name, wire] as const))('the openai package over %s', (_, wire) => {
  it('aborts a stream, which ends it upstream', async () => {
    const stream = client.chat.completions.stream({ model: wire.model, messages: user(ENDLESS) })
    stream.once('content', () => stream.abort())
    const error: unknown = await stream.done().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(APIUserAbortError)
    await eventually('the caller has hung up', () => (stand.fakeOf(wire).hangUps() === 1 ? true : undefined))
  })
})

describe.each([azure, palm].map((wire) => [wire.name, wire] as const))('the openai package over %s', (_, wire) => {
  it('gets text whole and streamed at the same price', async () => {
    const whole = await effectOf(stand.root, () => talkTo(wire).whole(user('hello')))
    const streamed = await effectOf(stand.root, () => talkTo(wire).streamed(user('hello')))
    for (const { value, log, spent } of [whole, streamed]) {
      expect([value.text, value.finish, log.model_name, log.quota]).toEqual([DEFAULT_TEXT, 'stop', wire.model, spent])
      expect(spent).toBe(whole.spent)
      expect(spent).toBeGreaterThan(0)
      if (wire.hasUsage) expect(value.usage).toEqual([DEFAULT_USAGE.prompt_tokens, DEFAULT_USAGE.completion_tokens])
    }
  })

  it.each(wire.hasParallelTools ? [false, true] : [])('calls tools turn after turn and several at once, streamed: %p', async (isStream) => {
    expect(await talkTo(wire).withTools('Weather in Köln and Paris, then Oslo', isStream)).toEqual({
      turns: [['get_weather {"city":"Köln","days":2}', 'get_weather {"city":"Paris","days":2}'], ['get_weather {"city":"Oslo","days":2}']],
      text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo',
    })
  })

  it('shows an image, or is told that this model sees none', async () => {
    const call = talkTo(wire).whole(withImage('What is this?'))
    if (wire.hasImages) expect((await call).text).toBe('An image of 70 bytes, image/png.')
    else expect((await refusalOf(call)).status).toBe(400)
  })

  it('understands a refusal, whole and streamed', async () => {
    for (const call of [talkTo(wire).whole(user('fail:400')), talkTo(wire).streamed(user('fail:400'))]) {
      const error = await refusalOf(call)
      expect([error instanceof OpenAI.BadRequestError, error.message.includes(SCRIPTED_REFUSAL)]).toEqual([true, true])
    }
    expect(await refusalOf(talkTo(wire).whole(user('fail:429')))).toBeInstanceOf(OpenAI.RateLimitError)
  })
})
