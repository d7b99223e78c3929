import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { created, done, openRealtimeStand, type RealtimeStand } from '../testing/realtime-stand.ts'
import { eventually } from '../../../../tools/testing/eventually.ts'

const MODEL = 'gpt-realtime'
const START = 100_000_000
/** Two units a token in, eight out; an answer reports 100 in and 10 out. */
const TEXT_UNITS = 100 * 2 + 10 * 8
/** Eight characters are 3.04 tokens, rounded up, of eight units. */
const WORDS = 'A river.'
const WORDS_UNITS = 4 * 8

let harness: RelayHarness
let userId: number
let tokens = 0

beforeAll(async () => {
  harness = await openRelayHarness()
  await harness.addChannel({ models: `${MODEL},whisper-1,gpt-4o-transcribe` })
  userId = await harness.store.users.create({ username: 'talker', passwordHash: '', displayName: '', role: 1, startQuota: START })
})
afterAll(() => harness.close())

interface Talk extends RealtimeStand {
  /** Leaves, and tells what each row costs once nothing is held. */
  readonly bill: () => Promise<readonly (readonly unknown[])[]>
}

const balance = async () => (await harness.store.users.findById(userId))?.user.quota ?? Number.NaN

const talk = async (over: object = {}): Promise<Talk> => {
  const key = `lie${String(++tokens).padStart(45, '0')}`
  const fields = { name: key, expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
  await harness.store.tokens.create(userId, key, fields)
  const before = await balance()
  const stand = await openRealtimeStand(harness, { authorization: `Bearer sk-${key}`, model: MODEL, ...over })
  return {
    ...stand,
    bill: async () => {
      stand.leave()
      await stand.ended
      const rows = await harness.store.logs.listOwn(userId, { type: LogType.consume, tokenName: key }, { offset: 0, limit: 500 })
      expect(before - (await balance())).toBe(rows.reduce((sum, row) => sum + row.quota, 0))
      return rows.toReversed().map((row) => [row.quota, row.outcome])
    },
  }
}

const words = (id: string | undefined, delta = WORDS) => ({ type: 'response.output_text.delta', response_id: id, delta })

describe('an upstream that lies in a realtime session', () => {
  it('is charged for words of an answer that it never began, also when the caller leaves', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say(words('a'))
    await caller.next('response.output_text.delta')
    expect(await bill()).toEqual([[WORDS_UNITS, 'cut']])
  })

  it('is charged for every answer although all have the same id, or none', async () => {
    for (const id of ['same', undefined]) {
      const { upstream, caller, bill } = await talk()
      for (let turn = 0; turn < 3; turn++) {
        upstream.say({ type: 'response.created', response: { id } })
        upstream.say(words(id))
        upstream.say({ type: 'response.done', response: { id, usage: { input_tokens: 100, output_tokens: 10 } } })
      }
      await caller.next('response.done', 3)
      expect(await bill()).toEqual([
        [TEXT_UNITS, 'ok'],
        [TEXT_UNITS, 'ok'],
        [TEXT_UNITS, 'ok'],
      ])
    }
  })

  it('cannot have an answer charged twice by leaving its id out at the end', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say(created('a'))
    upstream.say(words('a'))
    upstream.say({ type: 'response.done', response: { usage: { input_tokens: 100, output_tokens: 10 } } })
    await caller.next('response.done')
    expect(await bill()).toEqual([[TEXT_UNITS, 'ok']])
  })

  it('gives nothing away after the end of an answer: what comes then is not passed on', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say(created('a'))
    upstream.say(done('a'))
    upstream.say(words('a'))
    upstream.say(created('b'))
    upstream.say(done('b'))
    await caller.next('response.done', 2)
    expect(caller.types()).not.toContain('response.output_text.delta')
    expect(await bill()).toEqual([
      [TEXT_UNITS, 'ok'],
      [TEXT_UNITS, 'ok'],
    ])
  })

  it('gives nothing away by telling an answer in one piece without figures', async () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: WORDS }] }]
    for (const usage of [undefined, null, {}, { output_tokens: 'many' }, { input_tokens: 4 }, { type: 'duration', seconds: 1 }]) {
      const { upstream, caller, bill } = await talk()
      upstream.say(created('a'))
      upstream.say({ type: 'response.done', response: { id: 'a', output, usage } })
      await caller.next('response.done')
      expect([usage, await bill()]).toEqual([usage, [[WORDS_UNITS, 'ok']]])
    }
  })

  it('counts words once that are told in pieces, then whole, then at the end', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say(created('a'))
    upstream.say(words('a', 'A riv'))
    upstream.say(words('a', 'er.'))
    upstream.say({ type: 'response.output_text.done', response_id: 'a', text: WORDS })
    upstream.say({ type: 'response.done', response: { id: 'a', output: [{ content: [{ text: WORDS }] }] } })
    await caller.next('response.done')
    expect(await bill()).toEqual([[WORDS_UNITS, 'ok']])
  })

  it('is charged for words that it tells only whole before it is cut off', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say(created('a'))
    upstream.say({ type: 'response.function_call_arguments.done', response_id: 'a', arguments: WORDS })
    await caller.next('response.function_call_arguments.done')
    expect(await bill()).toEqual([[WORDS_UNITS, 'cut']])
  })

  it('cannot have more charged than an answer can cost', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say(created('a'))
    upstream.say(done('a', { input_tokens: 1e15, output_tokens: 0 }))
    upstream.say(created('b'))
    upstream.say(done('b', { input_tokens: 10, output_tokens: 1e15 }))
    await caller.next('response.done', 2)
    // The largest window sold and 32 768 tokens of hidden prompts; the 4096 tokens that the model may say and 1024 of slack.
    expect(await bill()).toEqual([
      [(2_097_152 + 32_768) * 2, 'ok'],
      [10 * 2 + (4096 + 1024) * 8, 'ok'],
    ])
  })

  it('cannot open answers without end that nobody asked for', async () => {
    const { upstream, caller, ended } = await talk()
    for (let at = 0; at <= 100; at++) upstream.say(created(`a${at}`))
    expect(await caller.next('error')).toMatchObject({ error: { code: 'bad_response' } })
    await ended
    expect([caller.types().filter((type) => type === 'response.created').length, caller.closedWith]).toEqual([100, 1011])
  })

  it('has speech written down at the price of the model that the caller named, whichever it tells', async () => {
    const { upstream, caller, ask, bill } = await talk()
    ask({ type: 'session.update', session: { audio: { input: { transcription: { model: 'whisper-1' } } } } })
    upstream.say({ type: 'session.updated', session: { audio: { input: { transcription: { model: 'gpt-realtime' } } } } })
    upstream.say({ type: 'input_audio_buffer.committed', item_id: 'i' })
    const completed = { type: 'conversation.item.input_audio_transcription.completed', item_id: 'i' }
    upstream.say({ ...completed, usage: { type: 'duration', seconds: 2 } })
    await caller.next(completed.type)
    // $0.0001 a second.
    expect(await bill()).toEqual([[100, 'ok']])
  })

  it('has every transcript charged although all have the same id, or none', async () => {
    for (const id of ['same', undefined]) {
      const { upstream, caller, ask, bill } = await talk()
      ask({ type: 'session.update', session: { audio: { input: { transcription: { model: 'whisper-1' } } } } })
      upstream.say({ type: 'session.updated', session: { audio: { input: { transcription: { model: 'whisper-1' } } } } })
      const completed = { type: 'conversation.item.input_audio_transcription.completed', item_id: id }
      for (let turn = 0; turn < 2; turn++) {
        upstream.say({ type: 'input_audio_buffer.committed', item_id: id })
        upstream.say({ ...completed, usage: { type: 'duration', seconds: 2 } })
      }
      await caller.next(completed.type, 2)
      expect(await bill()).toEqual([
        [100, 'ok'],
        [100, 'ok'],
      ])
    }
  })

  it('names no transcriber that nobody asked for', async () => {
    const { upstream, caller, bill } = await talk()
    upstream.say({ type: 'session.updated', session: { audio: { input: { transcription: { model: 'gpt-realtime' } } } } })
    upstream.say({ type: 'input_audio_buffer.committed', item_id: 'i' })
    const completed = { type: 'conversation.item.input_audio_transcription.completed', item_id: 'i', transcript: WORDS }
    upstream.say({ ...completed, usage: { input_tokens: 9, output_tokens: 9 } })
    await caller.next(completed.type)
    expect(await bill()).toEqual([])
  })
})

describe('the end of a realtime session', () => {
  it('waits for the charge of an answer that ended as its caller left', async () => {
    const { ledger } = harness.ports
    const gate = Promise.withResolvers<undefined>()
    const settling = { isOn: false }
    const settle: typeof ledger.settle = async (settlement) => {
      settling.isOn = true
      await gate.promise
      await ledger.settle(settlement)
    }
    const { upstream, caller, leave, ended } = await talk({ ports: { ledger: { ...ledger, settle } } })
    upstream.say(created('a'))
    await caller.next('response.created')
    upstream.say(done('a'))
    await eventually('the charge to begin', () => (settling.isOn ? true : undefined))
    leave()
    // Everything that can be done without the charge is done while the database is asked.
    expect(await Promise.race([ended.then(() => 'ended'), balance().then(() => 'open')])).toBe('open')
    gate.resolve(undefined)
    await ended
  })
})
