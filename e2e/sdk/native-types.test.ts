import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel, getChannel, listChannels, type ChannelObject } from '@weir/contract/channel'
import { testChannel } from '@weir/contract/channels/channel-checks'
import type { ChannelField, ChannelType } from '@weir/contract/catalog/channel-type'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { createToken } from '@weir/contract/token'
import type OpenAI from 'openai'
import { APIUserAbortError } from 'openai'
import { DEFAULT_TEXT, DEFAULT_USAGE, ask } from '../fake-upstream/behaviour.ts'
import { lookalikeKey, lookalikeUrl, openLookalikes } from '../fake-upstream/openai/lookalikes.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { FakeOpenai } from '../fake-upstream/openai/openai.ts'
import { SCRIPTED_REFUSAL } from '../fake-upstream/script.ts'
import { ApiClient } from '../harness/api-client.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, openaiClient, unitsFor } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { Talk, refusalOf, user, withImage } from './conversation.ts'
import { effectOf } from './effect.ts'
import { natives, type ChannelFields, type Native } from './natives.ts'
import { azure, palm } from './openai-wires.ts'

const PROXY = 43
const SIMULATOR = 1000
const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE

/** Values for fields that a conversation does without, by the type's form. */
const FIELDS: Readonly<Record<string, string>> = {
  'config.api_version': '2023-06-01',
  'config.num_ctx': '4096',
  'config.region': 'us-east-1',
  'config.ak': 'AKIDEXAMPLE',
  'config.sk': 'bedrock-secret',
  'config.vertex_ai_project_id': 'weir-project',
}

let weir: Weir
let root: ApiClient
let openai: OpenAI
let lookalikes: NativeFake
const fakes: NativeFake[] = []

beforeAll(async () => {
  lookalikes = openLookalikes()
  fakes.push(lookalikes)
  weir = await Weir.start()
  root = await ApiClient.signIn(weir.url)
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  openai = openaiClient(weir.url, `sk-${token.key}`)
})

afterAll(async () => {
  await weir.close()
  for (const fake of fakes) await fake.stop()
})

interface Filled extends ChannelFields {
  readonly key: string
  /** The name upstream knows. */
  readonly model: string
  /** What the model says. */
  readonly text: string | RegExp
}

const filledNative = (native: Native): Filled => {
  const fake = native.open(native.key)
  fakes.push(fake)
  const { key } = native.keysFor?.(fake) ?? native
  return { base_url: fake.url, ...native.fields?.(fake), key, model: native.model, text: DEFAULT_TEXT }
}

const filledFor = (type: number): Filled => {
  if (type === SIMULATOR) return { base_url: '', key: 'any', model: 'simulated', text: /\w/ }
  const native = [...natives, azure, palm].find((entry) => entry.type === type)
  if (native !== undefined) return filledNative(native)
  return { base_url: lookalikeUrl(lookalikes, type), key: lookalikeKey(type), model: 'a-model', text: DEFAULT_TEXT }
}

const configOf = (text: string | undefined): Record<string, string> => JSON.parse(text || '{}') as Record<string, string>

/** Every field of the type's own form has a value. */
const completed = (type: ChannelType, filled: Filled): Filled & Required<ChannelFields> => {
  const config = configOf(filled.config)
  let other = filled.other ?? ''
  for (const field of type.fields ?? []) {
    if (field.name === 'other') other ||= field.default ?? 'v1'
    if (field.name.startsWith('config.')) config[field.name.slice('config.'.length)] ??= FIELDS[field.name] ?? ''
  }
  return { ...filled, other, config: JSON.stringify(config) }
}

const valueOf = (channel: Required<ChannelFields>, name: ChannelField['name']): string => {
  if (name === 'other' || name === 'base_url') return channel[name]
  return configOf(channel.config)[name.slice('config.'.length)] ?? ''
}

const created = async (type: ChannelType, filled: ReturnType<typeof completed>): Promise<ChannelObject> => {
  const { key, model, base_url, other, config } = filled
  const name = `walk-${type.id}`
  const body = { type: type.id, name, key, base_url, other, config, models: name, model_mapping: JSON.stringify({ [name]: model }) }
  await root.call(createChannel, { body })
  const [newest] = await root.call(listChannels, { query: { p: 0 } })
  if (newest?.name !== name) throw new Error(`no channel of type ${type.id} was created`)
  return newest
}

const tested = async ({ id }: ChannelObject): Promise<{ readonly success: boolean; readonly message: string }> =>
  (await (await root.send(testChannel, { params: { id }, query: { model: '' } })).json()) as { success: boolean; message: string }

describe('a channel of type', () => {
  const chatting = channelTypes.filter(({ id }) => id !== PROXY)

  it.each(chatting.map((type) => [type.id, type.name.en, type] as const))(
    '%i, %s, is created with its fields, tested, used and billed',
    async (_, __, type) => {
      const filled = completed(type, filledFor(type.id))
      const channel = await created(type, filled)
      for (const { name, isSecret } of type.fields ?? []) {
        expect([name, valueOf(channel, name)]).toEqual([name, isSecret === true ? '' : valueOf(filled, name)])
      }
      const test = await tested(channel)
      expect([test.success, test.message]).toEqual([true, expect.stringMatching(filled.text)])
      const { value, log, spent } = await effectOf(root, () => new Talk(openai, `walk-${type.id}`).whole(user('hello')))
      expect([value.text, value.finish]).toEqual([expect.stringMatching(filled.text), 'stop'])
      expect([log.channel, log.model_name, log.quota]).toEqual([channel.id, filled.model, spent])
      expect(spent).toBeGreaterThan(0)
      expect((await root.call(getChannel, { params: { id: channel.id } })).used_quota).toBe(spent)
      expect(lookalikes.refusals).toEqual([])
    },
  )
})

describe('the openai package through a channel that passes everything on', () => {
  const KEY = 'sk-behind-the-proxy'
  const TURNS = [
    ['get_weather {"city":"Köln","days":2}', 'get_weather {"city":"Paris","days":2}'],
    ['get_weather {"city":"Oslo","days":2}'],
  ]
  let fake: FakeOpenai
  let channel: ChannelObject
  let talk: Talk

  const proxied = (id: number): OpenAI => openai.withOptions({ baseURL: `${weir.url}/v1/oneapi/proxy/${id}/v1` })

  const openProxy = async (key: string): Promise<ChannelObject> => {
    const type = channelTypes.find(({ id }) => id === PROXY)
    if (type === undefined) throw new Error('there is no such type')
    return await created(type, { key, base_url: fake.url, other: '', config: '', model: MODEL, text: '' })
  }

  beforeAll(async () => {
    fake = new FakeOpenai([KEY])
    channel = await openProxy(`Bearer ${KEY}`)
    talk = new Talk(proxied(channel.id), MODEL)
  })

  afterAll(() => fake.stop())

  it('gets the same text whole and streamed, billed by the figures in the reply', async () => {
    for (const call of [() => talk.whole(user('hello')), () => talk.streamed(user('hello'))]) {
      const { value, log, spent } = await effectOf(root, call)
      expect(value).toEqual({ text: DEFAULT_TEXT, finish: 'stop', usage: [PROMPT, COMPLETION] })
      expect([log.channel, log.model_name, log.quota, spent]).toEqual([channel.id, MODEL, unitsFor(PROMPT, COMPLETION), log.quota])
    }
  })

  it.each([false, true])('calls tools, streamed: %p', async (isStream) => {
    const text = 'Forecast: rain in Köln; rain in Paris; rain in Oslo'
    expect(await talk.withTools('Weather in Köln and Paris, then Oslo', isStream)).toEqual({ turns: TURNS, text })
  })

  it('sees an image', async () => {
    expect((await talk.whole(withImage('What is this?'))).text).toBe('An image of 70 bytes, image/png.')
  })

  it('hears refusals in the words of upstream, which cost nothing', async () => {
    const { value, spent } = await effectOf(root, () => refusalOf(talk.whole(user('fail:422'))))
    expect([value.status, value.message.includes(SCRIPTED_REFUSAL), spent]).toEqual([422, true, 0])
    const wrong = await openProxy('Bearer sk-wrong')
    expect((await refusalOf(new Talk(proxied(wrong.id), MODEL).whole(user('hello')))).status).toBe(401)
  })

  it('ends a stream upstream by leaving it', async () => {
    const messages = user(ask({ events: 50, waits: 'between-events', text: 'word '.repeat(50) }))
    await effectOf(root, async () => {
      const stream = proxied(channel.id).chat.completions.stream({ model: MODEL, messages })
      await eventually('the stream waits', () => {
        fake.gate.go()
        return (fake.journal.at(-1)?.eventsSent ?? 0) > 2 ? true : undefined
      })
      stream.abort()
      expect(await stream.done().catch((reason: unknown) => reason)).toBeInstanceOf(APIUserAbortError)
    })
    await eventually('upstream is aborted', () => (fake.journal.at(-1)?.wasAborted ? true : undefined))
  })

  it('is told that such a channel has nothing to test', async () => {
    expect(await tested(channel)).toMatchObject({ success: false, message: 'The channel lists no chat model that could be tested' })
  })
})
