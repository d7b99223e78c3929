import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import type OpenAI from 'openai'
import { APIUserAbortError } from 'openai'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { ENDLESS, SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { ApiClient } from '../harness/api-client.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { openaiClient } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { Talk, refusalOf, user, withImage } from './conversation.ts'
import { effectOf, settledSelf } from './effect.ts'
import { natives, responsesAlone, type Native } from './natives.ts'

const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE
const MODEL_RATIO = 2.5
const COMPLETION_RATIO = 4
const priceOf = (prompt: number, completion: number): number => Math.ceil((prompt + completion * COMPLETION_RATIO) * MODEL_RATIO)

let weir: Weir
let root: ApiClient
let client: OpenAI

const served = [...natives, ...responsesAlone]
const allAt = (ratio: number): string => JSON.stringify(Object.fromEntries(served.map(({ model }) => [model, ratio])))

beforeAll(async () => {
  weir = await Weir.start()
  root = await ApiClient.signIn(weir.url)
  await root.call(setOption, { body: { key: 'ModelRatio', value: allAt(MODEL_RATIO) } })
  await root.call(setOption, { body: { key: 'CompletionRatio', value: allAt(COMPLETION_RATIO) } })
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  client = openaiClient(weir.url, `sk-${token.key}`)
})

afterAll(() => weir.close())

const talkTo = (model: string): Talk => new Talk(client, model)

const failureOf = (call: Promise<unknown>): Promise<unknown> => call.catch((reason: unknown) => reason)

const leaveStream = async ({ model }: Native): Promise<void> => {
  const stream = client.chat.completions.stream({ model, messages: user(ENDLESS) })
  stream.once('content', () => stream.abort())
  expect(await failureOf(stream.done())).toBeInstanceOf(APIUserAbortError)
}

const leaveWhole = async ({ model }: Native, fake: NativeFake): Promise<void> => {
  const before = fake.begun()
  const caller = new AbortController()
  const call = failureOf(client.chat.completions.create({ model, messages: user(ENDLESS) }, { signal: caller.signal }))
  await eventually('upstream is at work', () => (fake.begun() > before ? true : undefined))
  caller.abort()
  expect(await call).toBeInstanceOf(APIUserAbortError)
}

const wrongModel = (native: Native): string => `${native.model}-wrong`

const openChannels = async (native: Native): Promise<NativeFake> => {
  const fake = native.open(native.key)
  const fields = native.fields?.(fake) ?? { base_url: fake.url }
  const { key, wrongKey } = native.keysFor?.(fake) ?? native
  const body = { ...fields, type: native.type, name: native.name }
  await root.call(createChannel, { body: { ...body, key, models: native.model } })
  await root.call(createChannel, {
    body: {
      ...body,
      key: wrongKey,
      models: wrongModel(native),
      model_mapping: JSON.stringify({ [wrongModel(native)]: native.model }),
    },
  })
  return fake
}

describe.each(served.map((native) => [native.name, native] as const))('%s', (_, native) => {
  let fake: NativeFake
  let talk: Talk

  beforeAll(async () => {
    fake = await openChannels(native)
    talk = talkTo(native.model)
  })

  afterAll(() => fake.stop())

  it('answers whole and streamed with the same text at the same price', async () => {
    const { counts = [PROMPT, COMPLETION] as const } = native
    for (const call of [() => talk.whole(user('hello')), () => talk.streamed(user('hello'))]) {
      const { value, log, spent } = await effectOf(root, call)
      // Where upstream counts nothing, the caller is told the estimate that is charged.
      const [prompt, completion] = counts === 'none' ? [log.prompt_tokens, log.completion_tokens] : counts
      expect(value).toEqual({ text: DEFAULT_TEXT, finish: 'stop', usage: [prompt, completion] })
      expect([log.model_name, log.prompt_tokens, log.completion_tokens]).toEqual([native.model, prompt, completion])
      expect([log.quota, spent]).toEqual([priceOf(prompt, completion), priceOf(prompt, completion)])
      expect(spent).toBeGreaterThan(0)
    }
    expect(fake.refusals).toEqual([])
  })

  it.each(native.hasTools ? [false, true] : [])('calls a tool and takes its result, streamed: %p', async (isStream) => {
    expect(await talk.withTools('Weather in Köln', isStream)).toEqual({
      turns: [['get_weather {"city":"Köln","days":2}']],
      text: 'Forecast: rain in Köln',
    })
    expect(fake.refusals).toEqual([])
  })

  it.each(native.hasParallelTools ? [false, true] : [])('calls two tools at once and one after them, streamed: %p', async (isStream) => {
    expect(await talk.withTools('Weather in Köln and Paris, then Oslo', isStream)).toEqual({
      turns: [['get_weather {"city":"Köln","days":2}', 'get_weather {"city":"Paris","days":2}'], ['get_weather {"city":"Oslo","days":2}']],
      text: 'Forecast: rain in Köln; rain in Paris; rain in Oslo',
    })
    expect(fake.refusals).toEqual([])
  })

  it.each(native.hasImages ? ['image/png'] : [])('sees an image, %s', async () => {
    expect((await talk.whole(withImage('What is this?'))).text).toBe('An image of 70 bytes, image/png.')
  })

  it.each(native.hasImageLinks === true ? ['https://images.example.com/weir.png'] : [])('sees an image at its address, %s', async (url) => {
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image_url' as const, image_url: { url } },
    ]
    expect((await talk.whole([{ role: 'user', content }])).text).toBe(`An image at ${url}.`)
  })

  it.each(native.leaves ?? ['streamed'])('ends upstream when the caller leaves an answer, %s', async (how) => {
    const ended = fake.canceled ?? fake.hangUps
    const before = ended()
    const { log, spent } = await effectOf(root, () => (how === 'whole' ? leaveWhole(native, fake) : leaveStream(native)))
    await eventually('the answer is cancelled', () => (ended() > before ? true : undefined))
    expect([log.model_name, log.quota]).toEqual([native.model, spent])
  })

  it('refuses in its own words, and costs nothing', async () => {
    const before = await settledSelf(root)
    for (const call of [() => talk.whole(user('fail:400')), () => talk.streamed(user('fail:400'))]) {
      const error = await refusalOf(call())
      expect([error.status, error.message.includes(SCRIPTED_REFUSAL)]).toEqual([400, true])
    }
    expect((await refusalOf(talk.whole(user('fail:429')))).status).toBe(429)
    expect((await settledSelf(root)).quota).toBe(before.quota)
  })

  it('is not open to a wrong key', async () => {
    const before = fake.refusals.length
    const error = await refusalOf(talkTo(wrongModel(native)).whole(user('hello')))
    expect(error.status).toBe(502)
    expect(fake.refusals.length).toBeGreaterThan(before)
  })
})

interface Stranger {
  readonly name: string
  readonly model?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly status: number
}

/** A channel or a model that names something upstream does not have. */
const STRANGERS: readonly (readonly [string, Stranger])[] = [
  ['a bot', { name: 'Coze', model: 'bot-1', status: 404 }],
  ['an account', { name: 'Cloudflare', fields: { config: '{"user_id":"ffff"}' }, status: 404 }],
  ['a library', { name: 'AI Proxy library', fields: { other: 'none' }, status: 404 }],
  ['a model', { name: 'Replicate', model: 'meta/no-such-model', status: 404 }],
  ['a language', { name: 'DeepL', model: 'deepl-xx', status: 400 }],
]

describe('what upstream does not know', () => {
  it.each(STRANGERS)('is told to the caller and costs nothing: %s', async (_, { name, model, fields, status }) => {
    const native = natives.find((entry) => entry.name === name)
    if (native === undefined) throw new Error(`no wire is called ${name}`)
    const fake = native.open(native.key)
    const alias = `stranger-${name}`
    const body = { base_url: fake.url, ...native.fields?.(fake), ...fields, type: native.type, name, key: native.key, models: alias }
    await root.call(createChannel, { body: { ...body, model_mapping: JSON.stringify({ [alias]: model ?? native.model }) } })
    const { value, spent } = await effectOf(root, () => refusalOf(talkTo(alias).whole(user('hello'))))
    expect([value.status, spent, fake.refusals.length]).toEqual([status, 0, 1])
    await fake.stop()
  })
})
