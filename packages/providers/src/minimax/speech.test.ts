import { describe, expect, it } from 'bun:test'
import { parseJson } from '@weir/dialects/json'
import { speech } from './speech.ts'

const capability = speech('https://api.example')
const target = { baseUrl: '', key: 'k', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const context = { now: 0, nonce: () => 'n', accessToken: '' }
const callOf = (fields: object) =>
  ({ task: 'audio/speech', model: 'speech-02', isStream: false, body: { input: 'Hi', ...fields }, form: undefined, rawBody: '' }) as const
const sent = (fields: object) => parseJson(String(capability.encode(callOf(fields), target, context).body))

it.each([
  [{}, { voice_id: 'male-qn-qingse', speed: 1, vol: 1, pitch: 0 }],
  [{ voice: 'echo' }, { voice_id: 'male-qn-jingying' }],
  [{ voice: 'fable' }, { voice_id: 'female-shaonv' }],
  [{ voice: 'onyx' }, { voice_id: 'male-qn-badao' }],
  [{ voice: 'nova' }, { voice_id: 'female-yujie' }],
  [{ voice: 'shimmer' }, { voice_id: 'female-tianmei' }],
  [{ voice: 'own-voice' }, { voice_id: 'own-voice' }],
  [{ speed: 0.25 }, { speed: 0.5 }],
  [{ speed: 4 }, { speed: 2 }],
  [{ speed: 1.5 }, { speed: 1.5 }],
  [{ speed: 'fast' }, { speed: 1 }],
])('speaks %j as %j', (fields, voice) => {
  expect(sent(fields)).toMatchObject({ model: 'speech-02', text: 'Hi', stream: false, output_format: 'hex', voice_setting: voice })
})

it.each([
  [undefined, 'mp3', 'audio/mpeg'],
  ['mp3', 'mp3', 'audio/mpeg'],
  ['wav', 'wav', 'audio/wav'],
  ['flac', 'flac', 'audio/flac'],
  ['pcm', 'pcm', 'audio/pcm'],
  ['opus', 'mp3', 'audio/mpeg'],
  ['toString', 'mp3', 'audio/mpeg'],
])('makes %p as %s', (wanted, format, contentType) => {
  expect(sent({ response_format: wanted })).toMatchObject({ audio_setting: { format, sample_rate: 32_000, bitrate: 128_000, channel: 1 } })
  const bytes = Buffer.from('{"data":{"audio":"6869"},"base_resp":{"status_code":0}}')
  expect(capability.decode?.({ contentType: 'application/json', bytes }, callOf({ response_format: wanted }))).toMatchObject({
    ok: true,
    value: { contentType, body: new Uint8Array([0x68, 0x69]), usage: undefined },
  })
})

describe('a reply', () => {
  const read = (json: object) =>
    capability.decode?.({ contentType: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }, callOf({}))

  it('tells what it used in characters', () => {
    expect(read({ data: { audio: '00' }, extra_info: { usage_characters: 7 } })).toMatchObject({
      value: { usage: { input: 7, unit: 'character' } },
    })
  })

  it('is none without sound, or with a code', () => {
    expect(read({ data: {} })).toMatchObject({ ok: false, failure: { fault: 'broken' } })
    expect(read({ data: { audio: '00' }, base_resp: { status_code: 1008 } })).toMatchObject({
      ok: false,
      failure: { fault: 'out-of-credit' },
    })
  })
})
