import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { ChannelStatus, type ChannelObject } from '@weir/contract/channel'
import type { Probe } from '@weir/contract/channels/channel-test'
import { LogType } from '@weir/contract/log'
import type { HealthEvent } from '@weir/relay/channel-health'
import type { Ports } from '@weir/relay/ports'
import { CHANNEL_KEY, chatAnswer, openRelayHarness, refusedKey, type RelayHarness } from '../testing/relay-harness.ts'
import { withoutSecrets } from '@weir/relay/upstream/without-secrets'
import type { ChannelDraft } from './draft-target.ts'
import { createChannelTests, modelToTest, type TestOptions } from './test-channel.ts'

let harness: RelayHarness
const health: HealthEvent[] = []

beforeEach(async () => {
  health.length = 0
  harness = await openRelayHarness({ onHealth: (event) => health.push(event) })
})

afterEach(() => harness.close())

const channelOf = async (id: number): Promise<ChannelObject> => {
  const channel = await harness.store.channels.get(id)
  if (channel === undefined) throw new Error('the channel is gone')
  return channel
}

const test = async (id: number, over: Partial<TestOptions> = {}) => {
  const { store, ports } = harness
  const run = createChannelTests({ ...store, ports }).test
  const signal = new AbortController().signal
  return await run(await channelOf(id), { model: '', language: 'en', requestId: 'r1', signal, ...over })
}

const testRows = () => harness.store.logs.list({ type: LogType.test }, { offset: 0, limit: 10 })

describe('the test of a channel', () => {
  it('passes with the text of the reply, and writes down the time', async () => {
    const id = await harness.addChannel()
    harness.time.tickMs = 7
    harness.upstream = () => chatAnswer('I am a model')
    const result = await test(id)
    expect(result).toMatchObject({ isPassed: true, message: 'I am a model', model: 'gpt-4o-mini' })
    expect(result.ms).toBeGreaterThan(0)
    const channel = await channelOf(id)
    expect(channel.response_time).toBe(result.ms)
    expect(channel.test_time).toBe(1_700_000_000)
    expect(channel.last_test).toMatchObject({ probe: 'text', model: 'gpt-4o-mini', success: true, reason: 'none', message: 'I am a model' })
  })

  it('leaves a row of its own kind and touches no money', async () => {
    const id = await harness.addChannel()
    await test(id)
    expect(await testRows()).toMatchObject([
      { type: LogType.test, user_id: 0, channel: id, model_name: 'gpt-4o-mini', quota: 0, request_id: 'r1' },
    ])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    expect(await harness.store.logs.sum({})).toMatchObject({ quota: 0, tokens: 0 })
  })

  it('sends the name of the mapping, with the key of the channel', async () => {
    const id = await harness.addChannel({ models: 'alias', modelMapping: '{"alias":"real"}' })
    await test(id)
    const [request] = harness.requests
    expect(JSON.parse(String(request?.body))).toMatchObject({ model: 'real' })
    expect(request?.headers['authorization']).toBe(`Bearer ${CHANNEL_KEY}`)
  })

  it('reaches a channel that is switched off', async () => {
    const id = await harness.addChannel()
    await harness.store.channels.changeStatus(id, ChannelStatus.enabled, ChannelStatus.disabled)
    expect((await test(id)).isPassed).toBe(true)
  })

  it("fails with upstream's words but without the key, and shows no time", async () => {
    const id = await harness.addChannel()
    harness.time.tickMs = 5
    harness.upstream = () => refusedKey
    const result = await test(id)
    expect(result).toMatchObject({ isPassed: false, fault: 'bad-credential', message: 'Incorrect API key provided: ***' })
    const channel = await channelOf(id)
    expect(channel.response_time).toBe(0)
    expect(channel.last_test).toMatchObject({ success: false, reason: 'bad-credential', message: 'Incorrect API key provided: ***' })
    expect(channel.last_test?.response_time).toBeGreaterThan(0)
    expect(JSON.stringify(await testRows())).not.toContain(CHANNEL_KEY)
  })

  it('keeps the time of a failure for a run over all channels', async () => {
    const id = await harness.addChannel()
    harness.time.tickMs = 5
    harness.upstream = () => refusedKey
    await test(id, { keepsTimeOfFailure: true })
    const channel = await channelOf(id)
    expect(channel.response_time).toBeGreaterThan(0)
    expect(channel.last_test).toMatchObject({ success: false, reason: 'bad-credential' })
  })

  it('never changes the state of the channel, nor tells the listeners of health', async () => {
    const id = await harness.addChannel()
    await harness.configure({ AutomaticDisableChannelEnabled: 'true' })
    harness.upstream = () => refusedKey
    await test(id)
    await test(id)
    expect((await channelOf(id)).status).toBe(ChannelStatus.enabled)
    expect(health).toEqual([])
  })

  it('fails when the answer has no text', async () => {
    const id = await harness.addChannel()
    harness.upstream = () => ({ body: { choices: [{ message: {} }] } })
    expect(await test(id)).toMatchObject({ isPassed: false, fault: 'broken', message: 'The provider sent an unusable answer' })
  })

  it('is short in what it says', async () => {
    const id = await harness.addChannel()
    harness.upstream = () => chatAnswer('x'.repeat(2000))
    expect((await test(id)).message).toHaveLength(512)
  })

  it('SF-09 reads a megabyte and waits for half a minute, and no more', async () => {
    const id = await harness.addChannel()
    harness.upstream = () => chatAnswer('x'.repeat(1024 * 1024))
    expect(await test(id)).toMatchObject({ isPassed: false })
    const waits: number[] = []
    const ports: Ports = {
      ...harness.ports,
      settings: () => ({ ...harness.ports.settings(), firstByteTimeoutMs: 120_000, idleTimeoutMs: 60_000 }),
      startTimer: (ms, onFire) => {
        waits.push(ms)
        return harness.ports.startTimer(ms, onFire)
      },
    }
    const run = createChannelTests({ ...harness.store, ports }).test
    harness.upstream = () => chatAnswer('short')
    const options = { model: '', language: 'en', requestId: 'r2', signal: new AbortController().signal } as const
    expect(await run(await channelOf(id), options)).toMatchObject({ isPassed: true })
    expect(Math.max(...waits)).toBe(30_000)
  })

  it('says so when the channel lists nothing that can chat', async () => {
    const id = await harness.addChannel({ models: 'text-embedding-3-small' })
    expect(await test(id)).toMatchObject({ isPassed: false, message: 'The channel lists no chat model that could be tested' })
    expect(harness.requests).toEqual([])
  })
})

describe('the test of a channel that is being written', () => {
  const draft = {
    type: 1,
    key: '',
    baseUrl: '',
    other: '',
    config: '',
    models: 'gpt-4o',
    modelMapping: '{"gpt-4o":"real"}',
    systemPrompt: '',
  }
  const testDraft = (over: Partial<ChannelDraft> = {}) => {
    const { store, ports } = harness
    const options = { model: '', language: 'en', requestId: 'r9', signal: new AbortController().signal } as const
    return createChannelTests({ ...store, ports }).testDraft({ ...draft, ...over }, options)
  }

  it('uses what the form holds, with the stored key where none was typed, and keeps nothing but a row of the log', async () => {
    const id = await harness.addChannel()
    const { base_url: baseUrl } = await channelOf(id)
    harness.upstream = () => chatAnswer('yes')
    expect(await testDraft({ id, baseUrl })).toMatchObject({ isPassed: true, message: 'yes', model: 'gpt-4o', probe: 'text' })
    expect(harness.requests[0]?.headers['authorization']).toBe(`Bearer ${CHANNEL_KEY}`)
    expect(JSON.parse(String(harness.requests[0]?.body))).toMatchObject({ model: 'real' })
    expect(await channelOf(id)).toMatchObject({ last_test: null, test_time: 0, models: 'gpt-4o-mini' })
    expect(await testRows()).toMatchObject([{ channel: id, model_name: 'gpt-4o', request_id: 'r9' }])
  })

  it('does not carry the stored key to another address', async () => {
    const id = await harness.addChannel()
    await expect(testDraft({ id, baseUrl: 'https://elsewhere.example' })).rejects.toThrow('key-required')
    expect(harness.requests).toEqual([])
  })

  it('takes the first of several typed keys, there or elsewhere, and says why it failed without the key', async () => {
    harness.upstream = () => ({ status: 401, body: { error: { message: 'no sk-typed-0123456789', code: 'invalid_api_key' } } })
    const result = await testDraft({ key: 'sk-typed-0123456789\nsk-other', baseUrl: 'https://elsewhere.example' })
    expect(result).toMatchObject({ isPassed: false, reason: 'bad-credential' })
    expect(result.message).not.toContain('0123456789')
    expect(harness.requests.map(({ url, headers }) => [new URL(url).host, headers['authorization']])).toEqual([
      ['elsewhere.example', 'Bearer sk-typed-0123456789'],
    ])
  })

  it('tries what cannot chat with what it can', async () => {
    harness.upstream = () => Response.json({ data: [{ embedding: [0.1] }] })
    expect(await testDraft({ key: 'k', models: 'text-embedding-3-small' })).toMatchObject({
      probe: 'embedding',
      model: 'text-embedding-3-small',
    })
    expect(await testDraft({ key: 'k', models: '' })).toMatchObject({ isPassed: false, reason: 'no-model' })
  })
})

describe('the model of a test', () => {
  const chosen = (models: string, asked = '', probe: Probe = 'text') => modelToTest({ models, model_mapping: '' }, asked, probe)

  it('is the one asked for, else the usual one where it is listed exactly, else the first that can chat', () => {
    expect(chosen('a,gpt-3.5-turbo', 'b')).toBe('b')
    expect(chosen('a,gpt-3.5-turbo')).toBe('gpt-3.5-turbo')
    expect(chosen('gpt-3.5-turbo-16k')).toBe('gpt-3.5-turbo-16k')
    expect(chosen('text-embedding-3-small,gpt-4o')).toBe('gpt-4o')
    expect(chosen('')).toBeUndefined()
  })

  it('is the first that can do what the probe asks for', () => {
    expect(chosen('gpt-3.5-turbo,gpt-4o', '', 'vision')).toBe('gpt-4o')
    expect(chosen('gpt-4o,text-embedding-3-small', '', 'embedding')).toBe('text-embedding-3-small')
    expect(chosen('gpt-4o', '', 'speech')).toBeUndefined()
    expect(modelToTest({ models: 'mine,gpt-4o', model_mapping: '{"mine":"tts-1"}' }, '', 'text')).toBe('gpt-4o')
  })

  it('asks the models of the Responses endpoint alone only where there is no other', () => {
    expect([chosen('gpt-5-pro,gpt-5-codex,gpt-4o'), chosen('gpt-5-codex,gpt-5-pro')]).toEqual(['gpt-4o', 'gpt-5-codex'])
  })
})

describe('taking secrets out of a text', () => {
  it('takes out the whole key and the parts of a joined one', () => {
    expect(withoutSecrets('AKIDEXAMPLE|SECRETEXAMPLE|us-east', ['AKIDEXAMPLE|SECRETEXAMPLE|us-east'])).toBe('***')
    expect(withoutSecrets('id AKIDEXAMPLE in us-east', ['AKIDEXAMPLE|SECRETEXAMPLE|us-east'])).toBe('id *** in us-east')
    expect(withoutSecrets('plain', [''])).toBe('plain')
  })
})
