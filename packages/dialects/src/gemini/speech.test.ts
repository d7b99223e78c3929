import { expect, it } from 'bun:test'
import type { ChatCall } from '../model/call.ts'
import { parseChatCall } from '../openai-chat/parse-call.ts'
import { hasForeignVoice, speechFields, speechOf } from './speech.ts'

const SAMPLES = Buffer.from([1, 2, 3, 4]).toString('base64')

const callOf = (over: object = {}): ChatCall => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...over }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

it.each([
  ['audio/L16;codec=pcm;rate=16000', '803e0000', '007d0000'],
  ['audio/pcm', 'c05d0000', '80bb0000'],
])('makes a file of samples as %s', (mimeType, rate, bytesPerSecond) => {
  const file = Buffer.from(speechOf(SAMPLES, mimeType, callOf()), 'base64').toString('hex')
  const [riff, wave, format, data] = ['52494646', '57415645', '666d7420', '64617461']
  expect(file).toBe(
    [riff, '28000000', wave, format, '10000000', '01000100', rate, bytesPerSecond, '02001000', data, '04000000', '01020304'].join(''),
  )
})

it('passes samples to those who want them, and sound that is a file already', () => {
  expect(speechOf(SAMPLES, 'audio/pcm', callOf({ stream: true }))).toBe(SAMPLES)
  expect(speechOf(SAMPLES, 'audio/pcm', callOf({ audio: { format: 'pcm16' } }))).toBe(SAMPLES)
  expect(speechOf(SAMPLES, 'audio/mp3', callOf())).toBe(SAMPLES)
  expect(speechOf(SAMPLES, 'audio/pcm', callOf({ audio: { format: 'wav' } }))).not.toBe(SAMPLES)
})

it.each(['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'fable', 'marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse'])(
  "does not ask for the voice %s, which is OpenAI's",
  (voice) => {
    expect([hasForeignVoice({ audio: { voice } }), speechFields({ audio: { voice } })]).toEqual([true, {}])
  },
)

it('asks for a voice that the model has', () => {
  expect(speechFields({ audio: { voice: 'Kore' } })).toEqual({
    speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
  })
  expect([speechFields({}), hasForeignVoice({})]).toEqual([{}, false])
})
