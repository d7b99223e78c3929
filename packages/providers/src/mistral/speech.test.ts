import { describe, expect, it } from 'bun:test'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { mistral } from './index.ts'

const speech = mistral.tasks?.['audio/speech']

const callOf = (fields: object) => {
  const parsed = parseJsonTask('audio/speech', JSON.stringify({ model: 'voxtral-mini-tts-2603', input: 'Hello.', ...fields }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.value.call
}

const sentFor = (fields: object): unknown => {
  const request = speech?.encode(
    callOf(fields),
    { baseUrl: '', key: 'k', other: '', config: {}, modelMapping: {}, systemPrompt: '' },
    { now: 0, nonce: () => '0', accessToken: '' },
  )
  return typeof request?.body === 'string' ? JSON.parse(request.body) : undefined
}

const read = (reply: string, fields: object = {}) =>
  speech?.decode?.({ contentType: 'application/json', bytes: Buffer.from(reply) }, callOf({ voice: 'gb_jane_neutral', ...fields }))

describe('speech', () => {
  it('is asked for in the voice that the caller named', () => {
    expect(sentFor({ voice: 'gb_jane_neutral', response_format: 'wav' })).toEqual({
      model: 'voxtral-mini-tts-2603',
      input: 'Hello.',
      voice_id: 'gb_jane_neutral',
      response_format: 'wav',
    })
  })

  it.each([
    [{}, 'audio/mpeg'],
    [{ response_format: 'wav' }, 'audio/wav'],
    [{ response_format: 'opus' }, 'audio/opus'],
  ])('comes as the sound itself: %p', (fields, contentType) => {
    const reply = read('{"audio_data":"SUQzBA=="}', fields)
    if (reply?.ok !== true) throw new Error('refused')
    expect([Buffer.from(reply.value.body).toString('latin1'), reply.value.contentType]).toEqual(['ID3\u0004', contentType])
  })

  it.each(['{"audio_data":""}', '{"audio_data":null}', '{"audio_data":"SUQz","error":{"message":"busy"}}', 'ID3'])(
    'is none in %s',
    (reply) => {
      expect(read(reply)).toMatchObject({ ok: false })
    },
  )

  it('that comes as sound passes as it is', () => {
    const reply = speech?.decode?.({ contentType: 'audio/wav', bytes: Buffer.from('RIFF') }, callOf({ voice: 'v' }))
    if (reply?.ok !== true) throw new Error('refused')
    expect([Buffer.from(reply.value.body).toString(), reply.value.contentType]).toEqual(['RIFF', 'audio/wav'])
  })

  it('tells what refused it by the code', () => {
    expect(read('{"object":"error","message":"busy","code":3505}')).toMatchObject({ ok: false, failure: { fault: 'overloaded' } })
  })
})
