import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { ApiClient } from '../harness/api-client.ts'
import { openaiClient } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { Talk, refusalOf, user, withImage } from './conversation.ts'
import { effectOf, settledSelf } from './effect.ts'
import { natives, type Native } from './natives.ts'

const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE
const MODEL_RATIO = 2.5
const COMPLETION_RATIO = 4
const PRICE = Math.ceil((PROMPT + COMPLETION * COMPLETION_RATIO) * MODEL_RATIO)

let weir: Weir
let root: ApiClient
let talkTo: (model: string) => Talk

const allAt = (ratio: number): string => JSON.stringify(Object.fromEntries(natives.map(({ model }) => [model, ratio])))

beforeAll(async () => {
  weir = await Weir.start()
  root = await ApiClient.signIn(weir.url)
  await root.call(setOption, { body: { key: 'ModelRatio', value: allAt(MODEL_RATIO) } })
  await root.call(setOption, { body: { key: 'CompletionRatio', value: allAt(COMPLETION_RATIO) } })
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  const client = openaiClient(weir.url, `sk-${token.key}`)
  talkTo = (model) => new Talk(client, model)
})

afterAll(() => weir.close())

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

describe.each(natives.map((native) => [native.name, native] as const))('%s', (_, native) => {
  let fake: NativeFake
  let talk: Talk

  beforeAll(async () => {
    fake = await openChannels(native)
    talk = talkTo(native.model)
  })

  afterAll(() => fake.stop())

  it('answers whole and streamed with the same text at the same price', async () => {
    for (const call of [() => talk.whole(user('hello')), () => talk.streamed(user('hello'))]) {
      const { value, log, spent } = await effectOf(root, call)
      expect(value).toEqual({ text: DEFAULT_TEXT, finish: 'stop', usage: [PROMPT, COMPLETION] })
      expect([log.model_name, log.prompt_tokens, log.completion_tokens, log.quota, spent]).toEqual([
        native.model,
        PROMPT,
        COMPLETION,
        PRICE,
        PRICE,
      ])
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
