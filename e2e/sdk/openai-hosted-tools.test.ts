import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import OpenAI from 'openai'
import { DEFAULT_TEXT } from '../fake-upstream/behaviour.ts'
import { refusalOf } from './conversation.ts'
import { effectOf } from './effect.ts'
import { openWires, ownResponses, type WireStand } from './openai-wires.ts'

let stand: WireStand
let client: OpenAI

beforeAll(async () => {
  stand = await openWires(ownResponses)
  client = new OpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey, maxRetries: 0 })
})

afterAll(() => stand.close())

const search = { type: 'web_search' as const }
const files = { type: 'file_search' as const, vector_store_ids: ['vs_1'] }

/** Units: $0.01 a search of the web and $0.0025 a search in files, at 500 000 units a dollar. */
const FEES = 5000 + 1250

describe.each(ownResponses.map((wire) => [wire.name, wire] as const))('tools that %s runs, by the openai package', (_, { model }) => {
  it('are charged by the call, whole and streamed', async () => {
    const plain = await effectOf(stand.root, () => client.responses.create({ model, input: 'hello' }))
    const asked = { model, input: 'hello', tools: [search, files] }
    const whole = await effectOf(stand.root, () => client.responses.create(asked))
    const streamed = await effectOf(stand.root, () => client.responses.stream(asked).finalResponse())
    for (const { value, spent, log } of [whole, streamed]) {
      expect([value.output.length, spent, log.quota]).toEqual([3, plain.spent + FEES, plain.spent + FEES])
      expect(log.charge?.fees).toEqual([
        { kind: 'web_search', count: 1, units: 5000 },
        { kind: 'file_search', count: 1, units: 1250 },
      ])
    }
    expect(whole.value.output_text).toBe(DEFAULT_TEXT)
  })

  it('are refused by their place and name where they have no price, at no cost', async () => {
    const tools = [search, { type: 'image_generation' as const }]
    const { value: error, spent } = await effectOf(stand.root, () => refusalOf(client.responses.create({ model, input: 'draw', tools })))
    expect([error.status, error.param, error.message.includes('image_generation'), spent]).toEqual([400, 'tools[1]', true, 0])
  })
})
