import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import type { Socket } from '../socket.ts'
import { created, done, openSession as open, words } from '../testing/open-session.ts'
import { MAX_FRAME_BYTES } from './session.ts'

describe('what a caller says', () => {
  it.each(['nonsense', '[]', '{"no":"type"}', '7'])('is told to be no event: %s', async (text) => {
    const at = open()
    await at.ask(text)
    expect(at.problems()).toMatchObject([{ message: 'An event must be a JSON object with a type (request id: r)' }])
    expect(at.sent).toEqual([])
    await at.ask(text)
    expect(at.told.map((event) => event['event_id'])).toEqual(['event_r_1', 'event_r_2'])
  })

  it('goes on as it is where it asks for nothing', async () => {
    const at = open()
    const item = { type: 'conversation.item.create', item: { type: 'message', content: [{ type: 'input_text', text: 'x'.repeat(100) }] } }
    await at.ask(item)
    expect(at.sent).toEqual([item])
    await at.fromUpstream(created('a'))
    await at.fromUpstream(words('a', 'x'))
    at.heard.closed(1000)
    await at.settled()
    expect(at.booked).toEqual(['settled live 38+1 cut 40'])
  })

  it('may ask for an answer in the form it likes', async () => {
    const at = open()
    await at.ask({ type: 'response.create', event_id: 'e' })
    await at.ask({ type: 'response.create', response: {} })
    await at.ask({ type: 'response.create', response: { model: 'live', voice: 'v' } })
    expect(at.sent).toEqual([
      { type: 'response.create', event_id: 'e' },
      { type: 'response.create', response: {} },
      { type: 'response.create', response: { voice: 'v' } },
    ])
  })

  it('carries the channel’s prompt, from the beginning on', async () => {
    const at = open({ channel: { systemPrompt: 'Be kind.' } })
    await at.ask({ type: 'response.create' })
    expect(at.sent).toEqual([
      { type: 'session.update', session: { type: 'realtime', instructions: 'Be kind.' } },
      { type: 'response.create', response: { instructions: 'Be kind.' } },
    ])
  })

  it('begins with the settings of its secret', () => {
    expect(open({ settings: { voice: 'v' } }).sent).toEqual([{ type: 'session.update', session: { voice: 'v' } }])
    expect(open().sent).toEqual([])
  })

  it('ends with a secret for another model', async () => {
    const at = open({ settings: { model: 'other' } })
    await at.settled()
    expect(at.problems()).toMatchObject([{ param: 'session.model' }])
    expect(at.ends().callerEnd).toStartWith('1008 ')
  })

  it.each([
    ['session.update', { session: { model: 'other' } }, { param: 'session.model', event_id: 'e' }],
    ['transcription_session.update', { session: { model: 'other' } }, { param: 'session.model', event_id: 'e' }],
    ['response.create', { response: { model: 'other' } }, { param: 'response.model', event_id: 'e' }],
    [
      'session.update',
      { session: { audio: { input: { transcription: { model: 'secret' } } } } },
      { code: 'model_not_allowed', event_id: 'e' },
    ],
  ])('is told by its event what is wrong with it, and the session goes on: %s', async (type, fields, problem) => {
    const at = open({ caller: { models: ['live'] } })
    await at.ask({ type, event_id: 'e', ...fields })
    expect(at.problems()).toMatchObject([problem])
    expect([at.sent, at.ends().callerEnd]).toEqual([[], ''])
  })

  it('is not looked at before the caller has read what was wrong with others', async () => {
    const { heard, unread, told, sent, timers, ends, settled } = open()
    unread.reads = false
    const look = async () => {
      const due = [...timers].filter(([, ms]) => ms === 50).map(([fire]) => fire)
      for (const fire of due) timers.delete(fire)
      for (const fire of due) fire()
      await settled()
    }
    for (let at = 0; at < 5000; at++) heard.message('nonsense')
    await settled()
    const { length } = told
    // Each has some 200 characters; 256 Ki are told and no more.
    expect(told.length > 800 && told.length < 2000 && unread.bytes < 270_000 && unread.isPaused).toBe(true)
    heard.message(JSON.stringify({ type: 'input_audio_buffer.clear' }))
    await look()
    expect([told.length, sent]).toEqual([length, []])
    unread.reads = true
    unread.bytes = 0
    await look()
    expect([told.length, sent.length, unread.isPaused]).toEqual([5000, 1, false])
    unread.reads = false
    for (let at = 0; at < 5000; at++) heard.message('nonsense')
    for (let looks = 0; looks < 60_000 / 50; looks++) await look()
    expect(ends().callerEnd).toBe('1008 too slow')
  })

  it('may not have speech written down by a model without a price', async () => {
    const at = open({ priced: false })
    await at.ask({ type: 'session.update', session: { audio: { input: { transcription: { model: 'scribe' } } } } })
    expect(at.problems()).toMatchObject([{ code: 'model_without_price' }])
  })

  it('is refused over a limit and may be said again', async () => {
    const at = open({ limited: true })
    await at.ask({ type: 'response.create' })
    await at.ask({ type: 'response.create', event_id: 'e' })
    expect(at.problems()).toMatchObject([{ type: 'rate_limit_exceeded', event_id: 'e' }])
    expect([at.sent.length, at.ends().callerEnd]).toEqual([1, ''])
  })

  it('ends the session where nothing is left, unless an answer is under way', async () => {
    const idle = open({ holds: ['user-short'] })
    await idle.ask({ type: 'response.create' })
    await idle.ask({ type: 'response.create' })
    expect([idle.problems(), idle.ends().callerEnd]).toMatchObject([[{ code: 'insufficient_quota' }], expect.stringMatching(/^1008 /)])
    const busy = open({ holds: ['user-short'] })
    await busy.fromUpstream(created('a'))
    await busy.ask({ type: 'response.create', event_id: 'e' })
    expect([busy.problems(), busy.ends().callerEnd]).toMatchObject([[{ code: 'insufficient_quota', event_id: 'e' }], ''])
  })
})

describe('what upstream says', () => {
  it('passes, whatever it is', async () => {
    const at = open()
    await at.fromUpstream({ type: 'rate_limits.updated' })
    at.upstreamSays('[1]')
    expect(at.told).toEqual([{ type: 'rate_limits.updated' }, [1]] as unknown as JsonObject[])
  })

  it('passes an error without the key of the channel', async () => {
    const at = open({ channel: { key: 'sk-very-secret-key-0123456789' } })
    await at.fromUpstream({ type: 'error', error: { message: 'bad key sk-very-secret-key-0123456789' } })
    expect(JSON.stringify(at.told)).not.toContain('very-secret')
    expect(at.types()).toEqual(['error'])
  })

  it('ends the session where it is too long for a caller', async () => {
    const at = open()
    expect(MAX_FRAME_BYTES).toBe(16_777_216)
    at.upstreamSays(`{"type":"x","a":"${' '.repeat(16_777_216 - 19)}"}`)
    expect(at.types()).toEqual(['x'])
    at.upstreamSays(`{"type":"x","a":"${' '.repeat(16_777_216 - 18)}"}`)
    await at.settled()
    expect(at.ends()).toMatchObject({ callerEnd: '1011 bad_response', hasEnded: true })
  })

  it.each([
    [1000, '1000 upstream closed'],
    [1006, '1011 upstream closed'],
    [4001, '4001 upstream closed'],
  ])('ends with its end %i where nothing is under way', async (code, told) => {
    const at = open()
    at.upstreamCloses(code)
    await at.settled()
    expect([at.ends().callerEnd, at.problems(), at.given]).toEqual([told, [], ['r']])
  })

  it('is missed where an answer was asked for', async () => {
    const at = open()
    await at.ask({ type: 'response.create' })
    at.upstreamCloses(1000)
    await at.settled()
    expect([at.ends().callerEnd, at.problems()]).toMatchObject(['1011 upstream closed', [{ code: 'bad_response' }]])
  })

  it('ends the session where the next answer is not served any more', async () => {
    const at = open({ served: false })
    await at.fromUpstream(created('a'))
    await at.fromUpstream(done('a'))
    expect([at.types(), at.ends().callerEnd]).toEqual([['response.created', 'response.done', 'error'], '1011 no_available_channel'])
  })

  it('goes on where the next answer is over a limit', async () => {
    const at = open({ limited: true })
    await at.fromUpstream(created('a'))
    await at.fromUpstream(done('a'))
    expect([at.types(), at.ends().callerEnd]).toEqual([['response.created', 'response.done'], ''])
  })
})

describe('a server that stops', () => {
  it('ends an idle session at once', async () => {
    const at = open()
    at.session.drain()
    await at.settled()
    expect([at.ends().callerEnd, at.problems()]).toMatchObject(['1001 shutting down', [{ code: 'shutting_down' }]])
  })

  it('lets an answer end and begins none', async () => {
    const at = open()
    await at.fromUpstream(created('a'))
    at.session.drain()
    await at.ask({ type: 'response.create', event_id: 'e' })
    expect([at.problems(), at.sent, at.ends().callerEnd]).toMatchObject([[{ code: 'shutting_down', event_id: 'e' }], [], ''])
    await at.fromUpstream(done('a'))
    expect([at.types().slice(-2), at.ends().callerEnd]).toEqual([['response.done', 'error'], '1001 shutting down'])
    expect(at.booked).toEqual(['settled live 100+10 ok 120'])
  })

  it('turns away a caller that comes after the end', async () => {
    const at = open()
    await at.session.end({ code: 1000, reason: '' })
    let end = ''
    const late = at.session.attach({ close: (code: number, reason: string) => void (end = `${code} ${reason}`) } as unknown as Socket)
    late.message('{"type":"response.create"}')
    late.pong()
    late.closed(1000)
    expect([end, at.sent]).toEqual(['1001 ', []])
  })
})
