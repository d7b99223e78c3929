import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { FakeNative } from '../fake-upstream/native-wires.ts'
import { closeStand, nextLog, openStand, ownLogs, type Stand } from '../harness/stand.ts'

const CHANNELS = [
  { type: 15, key: 'an-api-key|a-secret-key', models: 'ERNIE-4.0-8K' },
  { type: 17, key: 'sk-ali', models: 'wanx-v1' },
  { type: 18, key: 'app|secret|key', models: 'Spark-Max' },
  { type: 30, key: 'none', models: 'qwen3' },
  { type: 34, key: 'pat_1', models: 'bot-1' },
  { type: 46, key: 'r8_1', models: 'meta/meta-llama-3-70b-instruct' },
]

let stand: Stand
const fake = new FakeNative()

beforeAll(async () => {
  stand = await openStand()
  for (const channel of CHANNELS) {
    await stand.root.call(createChannel, { body: { ...channel, name: `type ${channel.type}`, base_url: fake.url } })
  }
})

afterAll(async () => {
  await closeStand(stand)
  await fake.stop()
})

const messages = [{ role: 'user' as const, content: 'Hi' }]

const askWhole = async (model: string): Promise<string | null | undefined> =>
  (await stand.openai.chat.completions.create({ model, messages })).choices[0]?.message.content

const askStream = async (model: string) => {
  const stream = stand.openai.chat.completions.stream({ model, messages, stream_options: { include_usage: true } })
  const { choices, usage } = await stream.finalChatCompletion()
  return { text: choices[0]?.message.content, finish: choices[0]?.finish_reason, usage }
}

describe('a provider with a wire of its own', () => {
  it('Ollama: lines of JSON become chunks', async () => {
    expect(await askWhole('qwen3')).toBe('heard Hi')
    expect(await askStream('qwen3')).toMatchObject({ text: 'heard Hi', finish: 'stop', usage: { prompt_tokens: 7, completion_tokens: 5 } })
  })

  it('Spark: a socket is asked and hung up after the last message', async () => {
    expect(await askWhole('Spark-Max')).toBe('Hello')
    expect(await askStream('Spark-Max')).toMatchObject({ text: 'Hello', finish: 'stop', usage: { prompt_tokens: 3, completion_tokens: 2 } })
  })

  it('Coze: a stream is gathered for a caller who wants none', async () => {
    expect(await askWhole('bot-1')).toBe('Hello')
    expect(await askStream('bot-1')).toMatchObject({ text: 'Hello', usage: { total_tokens: 5 } })
  })

  it('Baidu: the key is exchanged once, and again when the token is revoked', async () => {
    expect(await Promise.all([askWhole('ERNIE-4.0-8K'), askWhole('ERNIE-4.0-8K')])).toEqual(['Hello', 'Hello'])
    expect(fake.tokensGiven).toBe(1)
    fake.revokeToken()
    expect(await askWhole('ERNIE-4.0-8K')).toBe('Hello')
    expect(fake.tokensGiven).toBe(3)
  })

  it('Replicate: a prediction is asked for until it is there, or streamed at once without the key', async () => {
    const model = 'meta/meta-llama-3-70b-instruct'
    expect(await askWhole(model)).toBe('Hello')
    expect(await askStream(model)).toMatchObject({ text: 'Hello', finish: 'stop' })
  })

  it('DashScope: a picture that takes its time is waited for and counted', async () => {
    const { length } = await ownLogs(stand.root)
    const reply = await stand.openai.images.generate({ model: 'wanx-v1', prompt: 'a weir' })
    expect(reply.data?.[0]?.url).toBe('https://example.com/1.png')
    expect(await nextLog(stand.root, length)).toMatchObject({ model_name: 'wanx-v1', prompt_tokens: 1000 })
  })
})
