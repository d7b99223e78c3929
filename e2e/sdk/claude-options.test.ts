import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import type OpenAI from 'openai'
import { FOUND } from '../fake-upstream/wires/anthropic.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { ApiClient } from '../harness/api-client.ts'
import { openaiClient } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { refusalOf } from './conversation.ts'
import { effectOf } from './effect.ts'
import { natives } from './natives.ts'

type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming

const OLDER_CLAUDE = 'claude-3-7-sonnet-20250219'
const NOVA = 'amazon.nova-lite-v1:0'

const served = natives.filter(({ name }) => ['Anthropic', 'Bedrock, Claude', 'Bedrock, Converse', 'Vertex, Claude'].includes(name))

let weir: Weir
let client: OpenAI
let root: ApiClient
const fakes: NativeFake[] = []

beforeAll(async () => {
  weir = await Weir.start()
  root = await ApiClient.signIn(weir.url)
  for (const native of served) {
    const fake = native.open(native.key)
    fakes.push(fake)
    const fields = native.fields?.(fake) ?? { base_url: fake.url }
    const { key } = native.keysFor?.(fake) ?? native
    const models = native.name === 'Anthropic' ? `${native.model},${OLDER_CLAUDE}` : native.model
    await root.call(createChannel, { body: { ...fields, type: native.type, name: native.name, key, models } })
  }
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  client = openaiClient(weir.url, `sk-${token.key}`)
})

afterAll(async () => {
  await weir.close()
  await Promise.all(fakes.map((fake) => fake.stop()))
})

const refusals = (): readonly string[] => fakes.flatMap((fake) => fake.refusals)

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    strict: true,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', minLength: 1, maxLength: 40 }, days: { type: 'integer', minimum: 1, maximum: 9 } },
      required: ['city', 'days'],
    },
  },
}
const clock = { type: 'function' as const, function: { name: 'get_time', parameters: { type: 'object', properties: {} } } }

const marked = (text: string) => ({ type: 'text' as const, text, cache_control: { type: 'ephemeral' } })

const question: Body['messages'] = [{ role: 'user', content: 'Weather in Köln' }]

const calledBy = (completion: OpenAI.ChatCompletion): readonly string[] =>
  (completion.choices[0]?.message.tool_calls ?? []).map((call) => (call.type === 'function' ? call.function.name : call.type))

/** Streamed or not, with the head of the reply. */
const ask = async (body: Body, isStream: boolean) => {
  if (!isStream) {
    const { data, response } = await client.chat.completions.create(body).withResponse()
    return { called: calledBy(data), dropped: response.headers.get('x-weir-dropped') }
  }
  const { data, response } = await client.chat.completions.create({ ...body, stream: true }).withResponse()
  const called: string[] = []
  for await (const chunk of data) {
    for (const call of chunk.choices[0]?.delta.tool_calls ?? []) if (call.function?.name !== undefined) called.push(call.function.name)
  }
  return { called, dropped: response.headers.get('x-weir-dropped') }
}

describe.each(served.map(({ name, model }) => [name, model] as const))('%s', (name, model) => {
  it.each([false, true])('takes limits in schemas and marks of cached prefixes, streamed: %p', async (isStream) => {
    const system = { role: 'system' as const, content: [marked('Be brief.'), { type: 'text' as const, text: 'It is Monday.' }] }
    const tools = [weather, { ...clock, cache_control: { type: 'ephemeral' } }]
    const { called, dropped } = await ask({ model, messages: [system, ...question], tools, temperature: 1.5 }, isStream)
    expect(called).toEqual(['get_weather'])
    expect(dropped).toBe(model === NOVA ? 'tools[0].function.strict, tools.cache_control' : null)
    expect(refusals()).toEqual([])
  })

  it.each([false, true])('calls allowed tools alone, streamed: %p', async (isStream) => {
    const allowed = (name: string): NonNullable<Body['tool_choice']> => ({
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name } }] },
    })
    const tools = [{ ...weather, function: { ...weather.function, strict: false } }, clock]
    expect((await ask({ model, messages: question, tools, tool_choice: allowed('get_time') }, isStream)).called).toEqual([])
    expect((await ask({ model, messages: question, tools, tool_choice: allowed('get_weather') }, isStream)).called).toEqual(['get_weather'])
    expect(refusals()).toEqual([])
  })

  it('searches the web by the own tool of Anthropic, and is refused by the name of the field where there is none', async () => {
    if (name === 'Anthropic' || name === 'Vertex, Claude') {
      const { choices } = await client.chat.completions.create({ model, messages: question, web_search_options: {} })
      expect([choices.length, refusals()]).toEqual([1, []])
      return
    }
    const error = await refusalOf(client.chat.completions.create({ model, messages: question, web_search_options: {} }))
    expect([error.status, error.param]).toEqual([400, 'web_search_options'])
    expect(error.message).toContain('web_search_options')
  })
})

it('tells a response of the search that Anthropic made, and charges it once', async () => {
  const asked = { model: 'claude-sonnet-4-5', input: 'hello', tools: [{ type: 'web_search' as const }] }
  const whole = await effectOf(root, () => client.responses.create(asked))
  const streamed = await effectOf(root, () => client.responses.stream(asked).finalResponse())
  for (const { value, log } of [whole, streamed]) {
    const [search, message] = value.output
    const part = message?.type === 'message' ? message.content[0] : undefined
    expect(value.output).toHaveLength(2)
    expect(search).toMatchObject({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: FOUND.query } })
    expect(part?.type === 'output_text' && part.annotations).toMatchObject([{ type: 'url_citation', url: FOUND.url, title: FOUND.title }])
    // $0.01 a search, at 500 000 units a dollar.
    expect(log.charge?.fees).toEqual([{ kind: 'web_search', count: 1, units: 5000 }])
  }
  expect(streamed.spent).toBe(whole.spent)
  const steps = await Array.fromAsync(await client.responses.create({ ...asked, stream: true }))
  expect(steps.map(({ type }) => type).filter((type) => !type.endsWith('.delta'))).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.web_search_call.in_progress',
    'response.web_search_call.searching',
    'response.web_search_call.completed',
    'response.output_item.done',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.annotation.added',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
})

describe('a call that is insisted on', () => {
  it.each([false, true])('is left to a model that thinks, and a header says so, streamed: %p', async (isStream) => {
    const body: Body = { model: 'claude-sonnet-4-5', messages: question, tools: [weather, clock], tool_choice: 'required' }
    expect((await ask({ ...body, reasoning_effort: 'low' }, isStream)).dropped).toBe('tool_choice')
    expect((await ask(body, isStream)).dropped).toBeNull()
    expect(refusals()).toEqual([])
  })
})

describe('a form for the answer on a model that knows tools alone', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } }
  const response_format = { type: 'json_schema' as const, json_schema: { name: 'place', schema } }

  it.each([OLDER_CLAUDE, NOVA])('leaves the caller’s own tools to be called, %s', async (model) => {
    const { called } = await ask({ model, messages: question, tools: [weather], response_format }, false)
    expect(called).toEqual(['get_weather'])
  })

  it.each([OLDER_CLAUDE, NOVA])('is kept where there is nothing else to call, %s', async (model) => {
    const completion = await client.chat.completions.create({ model, messages: question, response_format })
    expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual({ city: 'Köln', celsius: 18 })
  })
})
