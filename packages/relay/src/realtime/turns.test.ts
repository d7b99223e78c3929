import { describe, expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { created, done, openSession as open, words, type SessionStandOptions } from '../testing/open-session.ts'

const TRANSCRIBED = 'conversation.item.input_audio_transcription.'

describe('the money of a session', () => {
  it('settles an answer by its report, and holds for the next with what is known by then', async () => {
    const at = open()
    await at.fromUpstream(created('a'))
    expect(at.holds).toEqual([])
    await at.fromUpstream(done('a'))
    expect(at.booked).toEqual(['settled live 100+10 ok 120'])
    // 110 tokens of conversation and 100 of output at twice the price.
    expect(at.holds.map(({ requestId, amount }) => [requestId, amount])).toEqual([['r-2', toQuota(310)]])
    expect(at.types()).toEqual(['response.created', 'response.done'])
  })

  it('settles an answer once, however often it is announced and ended', async () => {
    const at = open()
    for (const event of [created('a'), created('a'), done('a'), done('a'), created('a')]) await at.fromUpstream(event)
    expect(at.booked).toHaveLength(1)
    expect(at.types()).toHaveLength(5)
  })

  it('settles an answer that was never announced', async () => {
    const at = open()
    await at.fromUpstream(done('x'))
    expect(at.booked).toEqual(['settled live 100+10 ok 120'])
  })

  it('takes no hold for the next while another answer is under way', async () => {
    const at = open()
    for (const event of [created('a'), created('b'), done('a')]) await at.fromUpstream(event)
    expect(at.holds.map(({ requestId }) => requestId)).toEqual(['r-2'])
    await at.fromUpstream(done('b'))
    expect(at.holds.map(({ requestId }) => requestId)).toEqual(['r-2', 'r-3'])
  })

  it('holds for as much as an answer may be long: its own limit, that of the session, or the usual one', async () => {
    const at = open()
    await at.ask({ type: 'response.create', response: { max_output_tokens: 300 } })
    await at.fromUpstream({ type: 'session.updated', session: { max_output_tokens: 400 } })
    await at.ask({ type: 'response.create' })
    expect(at.holds.map(({ amount }) => amount)).toEqual([toQuota(600), toQuota(800)])
    expect(at.given).toEqual(['r'])
  })

  it('takes a refusal of upstream’s for one answer less', async () => {
    const at = open()
    await at.ask({ type: 'response.create' })
    expect(at.holds).toHaveLength(0)
    await at.fromUpstream({ type: 'error', error: { message: 'no' } })
    await at.fromUpstream({ type: 'error', error: { message: 'no' } })
    await at.ask({ type: 'response.create' })
    expect(at.holds).toHaveLength(0)
    await at.ask({ type: 'response.create' })
    expect(at.holds).toHaveLength(1)
  })

  it('charges at the end what has come, and gives back the rest without a row', async () => {
    const at = open()
    for (const event of [created('a'), created('b'), words('a', 'x'.repeat(100))]) await at.fromUpstream(event)
    at.heard.closed(1001)
    await at.settled()
    expect(at.booked).toEqual(['settled live 0+38 cut 76'])
    expect(at.given).toEqual(['r-2'])
    expect(at.ends()).toEqual({ callerEnd: '1000 ', upstreamEnd: '1000 ', tickets: 2, hasEnded: true })
  })

  it('writes a row for an answer that ended with nothing, and charges nothing', async () => {
    const at = open()
    await at.fromUpstream(created('a'))
    await at.fromUpstream(done('a', null))
    expect([at.booked, at.given]).toEqual([[], ['r with a row']])
  })

  it('notes down what an answer has come to', async () => {
    const at = open()
    await at.fromUpstream(created('a'))
    const before = new Set(at.timers.keys())
    await at.fromUpstream(words('a', 'x'.repeat(100)))
    for (const [fire] of at.timers) if (!before.has(fire)) fire()
    await at.settled()
    expect(at.booked).toEqual(['noted live 0+38 cut 76'])
  })

  it('cuts a report to what the answer can have cost', async () => {
    const at = open()
    await at.fromUpstream(created('a'))
    await at.fromUpstream(done('a', { input_tokens: 5, output_tokens: 9_000_000 }))
    // Without a limit that is known: 131 072 and 1 024 tokens.
    expect(at.booked).toEqual(['settled live 5+132096 ok 264197'])
  })

  it('ends once, as it was first told to', async () => {
    const at = open()
    await at.fromUpstream(created('a'))
    await at.fromUpstream(words('a', 'x'))
    await at.session.end({ code: 1000, reason: '' })
    expect(at.ends().hasEnded).toBe(true)
    await at.session.end({ code: 1011, reason: 'again' })
    expect(at.ends().callerEnd).toBe('1000 ')
  })
})

describe('a transcript', () => {
  const speaking = (model: string) => ({ audio: { input: { transcription: { model } } } })

  const listening = async (over: SessionStandOptions = {}, asked = 'gpt-4o-transcribe') => {
    const at = open(over)
    await at.ask({ type: 'session.update', session: speaking(asked) })
    await at.fromUpstream({ type: 'session.updated', session: speaking('gpt-4o-transcribe') })
    await at.ask({ type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') })
    await at.fromUpstream({ type: 'input_audio_buffer.committed', item_id: 'i' })
    return at
  }

  it('is held for by its length and settled by its report, once', async () => {
    const at = await listening()
    // Two seconds at ten tokens each.
    expect(at.holds.map(({ amount }) => amount)).toEqual([toQuota(20)])
    for (let times = 0; times < 2; times++) {
      await at.fromUpstream({ type: `${TRANSCRIBED}completed`, item_id: 'i', usage: { input_tokens: 21, output_tokens: 4 } })
    }
    expect(at.booked).toEqual(['settled gpt-4o-transcribe 21+4 ok 29'])
  })

  it('that is cut off is charged by what was heard and written', async () => {
    const at = await listening()
    await at.fromUpstream({ type: `${TRANSCRIBED}delta`, item_id: 'i', delta: 'x'.repeat(100) })
    at.heard.closed(1000)
    await at.settled()
    expect(at.booked).toEqual(['settled gpt-4o-transcribe 20+38 cut 96'])
  })

  it('counts what was heard since the last one', async () => {
    const at = await listening()
    await at.ask({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000).toString('base64') })
    await at.fromUpstream({ type: 'input_audio_buffer.committed', item_id: 'j' })
    expect(at.holds.map(({ amount }) => amount)).toEqual([toQuota(20), toQuota(10)])
  })

  it('without a report and without a word costs nothing and has a row', async () => {
    const at = await listening()
    await at.fromUpstream({ type: `${TRANSCRIBED}failed`, item_id: 'i' })
    expect([at.booked, at.given]).toEqual([[], ['r-2 with a row']])
  })

  it('of which nothing was announced is settled where it has a report', async () => {
    const at = await listening()
    await at.fromUpstream({ type: `${TRANSCRIBED}completed`, item_id: 'k', usage: { input_tokens: 7, output_tokens: 1 } })
    expect(at.booked).toEqual(['settled gpt-4o-transcribe 7+1 ok 9'])
    await at.fromUpstream({ type: `${TRANSCRIBED}completed`, item_id: 'l' })
    expect(at.booked).toHaveLength(1)
  })

  it('is booked under upstream’s name and asked for under the caller’s', async () => {
    const at = await listening(
      { channel: { modelMapping: { scribe: 'gpt-4o-transcribe' } }, caller: { models: ['live', 'scribe'] } },
      'scribe',
    )
    await at.fromUpstream({ type: `${TRANSCRIBED}completed`, item_id: 'i', usage: { input_tokens: 1, output_tokens: 0 } })
    expect(at.booked).toEqual(['settled gpt-4o-transcribe 1+0 ok 1'])
  })

  it('is none where nobody is named to write it', async () => {
    const at = open()
    await at.fromUpstream({ type: 'input_audio_buffer.committed', item_id: 'i' })
    await at.fromUpstream({ type: `${TRANSCRIBED}completed`, item_id: 'i', usage: { input_tokens: 1 } })
    expect([at.holds, at.booked]).toEqual([[], []])
  })
})
