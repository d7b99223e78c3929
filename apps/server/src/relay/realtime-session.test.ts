import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import { TokenStatus } from '@weir/contract/token'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { created, done, openRealtimeStand } from '../testing/realtime-stand.ts'
import { eventually } from '../../../../tools/testing/eventually.ts'

const MODEL = 'gpt-realtime'
const START = 100_000_000
/** Two units a token in, eight out, cached a fifth of one; sound 16 and 32. */
const TEXT_UNITS = 100 * 2 + 10 * 8
/** What is held ahead for an empty conversation: 500 tokens of floor and 1024 of speech. */
const FIRST_HOLD = 500 * 2 + 1024 * 32

let harness: RelayHarness
let userId: number
let channelId: number
let tokens = 0

beforeAll(async () => {
  harness = await openRelayHarness()
  channelId = await harness.addChannel({ models: `${MODEL},whisper-1` })
  userId = await harness.store.users.create({ username: 'talker', passwordHash: '', displayName: '', role: 1, startQuota: START })
})
afterAll(() => harness.close())

const newToken = async (over: object = {}) => {
  const key = `key${String(++tokens).padStart(45, '0')}`
  const fields = { name: key, expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '', ...over }
  const { id } = await harness.store.tokens.create(userId, key, fields)
  return { id, key, authorization: `Bearer sk-${key}` }
}

const account = async () => {
  const found = await harness.store.users.findById(userId)
  if (found === undefined) throw new Error('the account is gone')
  return found.user
}

const rowsOf = async (tokenName: string) =>
  (await harness.store.logs.listOwn(userId, { type: LogType.consume, tokenName }, { offset: 0, limit: 50 })).toReversed()

const talk = (authorization: string, over: object = {}) => openRealtimeStand(harness, { authorization, model: MODEL, ...over })

describe('a realtime session', () => {
  it('holds for one answer ahead, charges each once and gives the rest back without a row', async () => {
    const { authorization, key } = await newToken()
    const { quota } = await account()
    const { upstream, caller, leave, ended } = await talk(authorization)
    expect(quota - (await account()).quota).toBe(FIRST_HOLD)
    upstream.say(created('a'))
    upstream.say(done('a'))
    // Upstreams have been seen to tell an end twice.
    upstream.say(done('a'))
    upstream.say(created('b'))
    upstream.say(done('b'))
    await caller.next('response.done', 3)
    leave()
    await ended
    expect(quota - (await account()).quota).toBe(2 * TEXT_UNITS)
    expect((await rowsOf(key)).map((row) => [row.quota, row.is_stream])).toEqual([
      [TEXT_UNITS, true],
      [TEXT_UNITS, true],
    ])
    expect(upstream.closedWith).toBe(1000)
  })

  it('asks for an answer only after it is held for, each of two at once', async () => {
    const { authorization } = await newToken()
    const held: (() => void)[] = []
    const { ledger } = harness.ports
    let isFirst = true
    const hold: typeof ledger.hold = async (asked) => {
      if (isFirst) isFirst = false
      else await new Promise<void>((resolve) => held.push(resolve))
      return await ledger.hold(asked)
    }
    const { upstream, ask, leave, ended } = await talk(authorization, { ports: { ledger: { ...ledger, hold } } })
    ask({ type: 'response.create' })
    await upstream.next('response.create')
    ask({ type: 'response.create', response: { conversation: 'none' } })
    await eventually('the second hold', () => held[0])
    expect(upstream.types()).toEqual(['response.create'])
    held[0]?.()
    await upstream.next('response.create', 2)
    leave()
    await ended
  })

  it('holds for as much as an answer may be long', async () => {
    const { authorization } = await newToken()
    const { quota } = await account()
    const { upstream, ask, leave, ended } = await talk(authorization)
    ask({ type: 'response.create', response: { max_output_tokens: 4096 } })
    await upstream.next('response.create')
    expect(quota - (await account()).quota).toBe(500 * 2 + 4096 * 32)
    leave()
    await ended
    expect((await account()).quota).toBe(quota)
  })

  it('charges an answer that is cut off for what was delivered, and one that had delivered nothing not at all', async () => {
    const { authorization, key } = await newToken()
    const { quota } = await account()
    const { upstream, caller, leave, ended } = await talk(authorization)
    upstream.say(created('a'))
    upstream.say({ type: 'response.output_audio.delta', response_id: 'a', delta: Buffer.alloc(48_000).toString('base64') })
    upstream.say(created('b'))
    await caller.next('response.created', 2)
    leave()
    await ended
    // A second of speech is twenty tokens.
    expect((await rowsOf(key)).map((row) => [row.quota, row.completion_tokens, row.outcome])).toEqual([[640, 20, 'cut']])
    expect(quota - (await account()).quota).toBe(640)
  })

  it('notes down what an answer has come to, so that a crash does not make it free', async () => {
    const { authorization } = await newToken()
    const { ledger } = harness.ports
    const noted: number[] = []
    const timers: (() => void)[] = []
    const checkpoint: typeof ledger.checkpoint = (settlement) => {
      noted.push(settlement.cost)
      return ledger.checkpoint(settlement)
    }
    const startTimer = (_: number, onFire: () => void) => {
      timers.push(onFire)
      return () => undefined
    }
    const { upstream, caller, leave, ended } = await talk(authorization, { ports: { ledger: { ...ledger, checkpoint }, startTimer } })
    upstream.say(created('a'))
    await caller.next('response.created')
    upstream.say({ type: 'response.output_audio.delta', response_id: 'a', delta: Buffer.alloc(48_000).toString('base64') })
    timers.at(-1)?.()
    expect(await eventually('a note', () => noted[0])).toBe(640)
    leave()
    await ended
  })

  it('charges a transcript by the second, beside the answers', async () => {
    const { authorization, key } = await newToken()
    const { upstream, caller, ask, leave, ended } = await talk(authorization)
    const session = { audio: { input: { transcription: { model: 'whisper-1' } } } }
    ask({ type: 'session.update', session })
    upstream.say({ type: 'session.updated', session })
    ask({ type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') })
    upstream.say({ type: 'input_audio_buffer.committed', item_id: 'i' })
    const transcript = {
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'i',
      usage: { type: 'duration', seconds: 2 },
    }
    upstream.say(transcript)
    upstream.say(transcript)
    await caller.next(transcript.type, 2)
    leave()
    await ended
    // $0.0001 a second.
    expect((await rowsOf(key)).map((row) => [row.model_name, row.quota])).toEqual([['whisper-1', 100]])
  })

  it('ends when the token is disabled, before its next answer', async () => {
    const { authorization, id } = await newToken()
    const { upstream, caller, ended } = await talk(authorization)
    upstream.say(created('a'))
    await caller.next('response.created')
    await harness.store.tokens.setStatus(userId, id, { status: TokenStatus.disabled })
    harness.time.now += 5000
    upstream.say(done('a'))
    expect(await caller.next('error')).toMatchObject({ error: { code: 'token_disabled' } })
    await ended
    expect([caller.closedWith, upstream.closedWith]).toEqual([1008, 1000])
  })

  it('refuses an answer over a limit by its event and goes on', async () => {
    await harness.configure({ TokenRequestsPerMinute: '1' })
    const { authorization } = await newToken()
    const { upstream, caller, ask, leave, ended } = await talk(authorization)
    upstream.say(created('a'))
    upstream.say(done('a'))
    await caller.next('response.done')
    ask({ type: 'response.create', event_id: 'mine' })
    expect(await caller.next('error')).toMatchObject({ error: { code: 'rate_limit_exceeded', event_id: 'mine' } })
    expect([caller.closedWith, upstream.types()]).toEqual([undefined, []])
    leave()
    await ended
    await harness.configure({ TokenRequestsPerMinute: '0' })
  })

  it('lets an answer end when the server stops, and begins none', async () => {
    const { authorization } = await newToken()
    const { session, upstream, caller, ask, ended } = await talk(authorization)
    upstream.say(created('a'))
    await caller.next('response.created')
    session.drain()
    ask({ type: 'response.create' })
    expect(await caller.next('error')).toMatchObject({ error: { code: 'shutting_down' } })
    expect(caller.closedWith).toBeUndefined()
    upstream.say(done('a'))
    await ended
    expect([caller.types().at(-2), caller.types().at(-1), caller.closedWith]).toEqual(['response.done', 'error', 1001])
  })

  it('opens on the next channel where the first greets with an error', async () => {
    const second = await harness.addChannel({ models: MODEL, priority: -5 })
    await harness.configure({ RetryTimes: '1' })
    const { authorization, key } = await newToken()
    const greetings = [
      { type: 'error', error: { type: 'server_error', code: 'internal_error', message: 'm' } },
      { type: 'session.created', session: {} },
    ]
    const { upstream, caller, leave, ended } = await talk(authorization, { greetings })
    upstream.say(created('a'))
    upstream.say(done('a'))
    await caller.next('response.done')
    expect(caller.types()).toEqual(['session.created', 'response.created', 'response.done'])
    leave()
    await ended
    expect((await rowsOf(key)).map((row) => row.channel)).toEqual([second])
    await harness.configure({ RetryTimes: '0' })
  })

  it('passes what decides on money as it was read, whatever stands in the frame twice', async () => {
    const { authorization } = await newToken()
    const { upstream, caller, askText, leave, ended } = await talk(authorization)
    askText('{"type":"session.update","session":{"model":"gpt-realtime-pro","model":"gpt-realtime","voice":"marin"}}')
    expect(await upstream.next('session.update')).toEqual({ type: 'session.update', session: { voice: 'marin' } })
    askText('{"type":"session.update","session":{"model":"gpt-realtime","model":"gpt-realtime-pro"}}')
    expect(await caller.next('error')).toMatchObject({ error: { param: 'session.model' } })
    askText('nonsense')
    await caller.next('error', 2)
    askText(`{"type":"conversation.item.create","item":${'['.repeat(1000)}${']'.repeat(1000)}}`)
    expect(await caller.next('error', 3)).toMatchObject({ error: { message: expect.stringContaining('nested deeper than 64 levels') } })
    expect(upstream.types()).toEqual(['session.update'])
    leave()
    await ended
  })

  it('makes upstream wait for a caller that reads slowly', async () => {
    const { authorization } = await newToken()
    const { upstream, caller, leave, ended } = await talk(authorization)
    caller.buffered = 2 * 1024 * 1024
    upstream.say({ type: 'rate_limits.updated' })
    expect(upstream.isPaused).toBe(true)
    caller.buffered = 0
    await eventually('upstream to be read again', () => (upstream.isPaused ? undefined : true))
    leave()
    await ended
  })

  it('ends when its channel is disabled, before its next answer', async () => {
    const { authorization } = await newToken()
    const { upstream, caller, ended } = await talk(authorization)
    upstream.say(created('a'))
    await caller.next('response.created')
    await harness.store.channels.update(channelId, { status: 2 })
    harness.time.now += 5000
    upstream.say(done('a'))
    expect(await caller.next('error')).toMatchObject({ error: { code: 'no_available_channel' } })
    await ended
    expect(caller.closedWith).toBe(1011)
  })
})
