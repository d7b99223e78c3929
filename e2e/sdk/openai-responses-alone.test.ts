import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { probeChannel } from '@weir/contract/channels/channel-probes'
import OpenAI from 'openai'
import { DEFAULT_TEXT } from '../fake-upstream/behaviour.ts'
import { user } from './conversation.ts'
import { effectOf } from './effect.ts'
import { responsesAlone } from './natives.ts'
import { openWires, type WireStand } from './openai-wires.ts'

let stand: WireStand
let client: OpenAI

const wires = responsesAlone.map((native) => ({ ...native, hasSchema: true, hasUsage: true, hasStreams: true }))

beforeAll(async () => {
  stand = await openWires(wires)
  client = new OpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey, maxRetries: 0 })
})

afterAll(() => stand.close())

/** Units: $0.01 a search, at 500 000 units a dollar. */
const SEARCH_FEE = 5000

describe.each(wires.map((wire, at) => [wire.name, wire, at + 1] as const))('%s', (_, wire, channel) => {
  const { model } = wire

  it('charges a search of a chat by the call, whole and streamed', async () => {
    const plain = await effectOf(stand.root, () => client.chat.completions.create({ model, messages: user('hello') }))
    const asked = { model, messages: user('hello'), web_search_options: {} }
    const whole = await effectOf(stand.root, () => client.chat.completions.create(asked))
    const streamed = await effectOf(stand.root, () => client.chat.completions.stream(asked).finalChatCompletion())
    for (const { value, spent, log } of [whole, streamed]) {
      expect([value.choices[0]?.message.content, spent]).toEqual([DEFAULT_TEXT, plain.spent + SEARCH_FEE])
      expect(log.charge?.fees).toEqual([{ kind: 'web_search', count: 1, units: SEARCH_FEE }])
    }
  })

  it('answers a caller of Anthropic’s wire, whole and streamed', async () => {
    const { messages } = new Anthropic({ baseURL: stand.baseUrl.replace(/\/v1$/, ''), apiKey: stand.apiKey, maxRetries: 0 })
    const asked = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'hello' }] }
    for (const message of [await messages.create(asked), await messages.stream(asked).finalMessage()])
      expect(message).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text', text: DEFAULT_TEXT }] })
  })

  it.each(['text', 'stream'] as const)('passes the probe %s', async (probe) => {
    const outcomes = await stand.root.call(probeChannel, { params: { id: channel }, body: { model, probe } })
    expect(outcomes).toMatchObject([{ probe, model, success: true, message: DEFAULT_TEXT }])
    expect(stand.fakeOf(wire).refusals).toEqual([])
  })
})
