import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import { RelayRefusal } from '../refusal.ts'
import { answerSettings, sessionSettings } from './caller-events.ts'

const rules = (over: { systemPrompt?: string } = {}) => {
  const asked: string[] = []
  const channel = { modelMapping: { live: 'upstream-live', scribe: 'upstream-scribe' }, systemPrompt: '', ...over }
  return { asked, rules: { model: 'live', channel, requireTranscriber: (model: string) => void asked.push(model) } }
}
const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof RelayRefusal) return [error.kind, error.options.param, error.text('zh'), error.text('en')]
    throw error
  }
  return undefined
}

describe('the settings of a session', () => {
  it.each(['live', 'upstream-live', undefined])('may name its model %p and go on without it', (model) => {
    const named = model === undefined ? {} : { model }
    expect(sessionSettings({ voice: 'marin', ...named }, rules().rules)).toEqual({ voice: 'marin' })
    expect(answerSettings({ voice: 'marin', ...named }, rules().rules)).toEqual({ voice: 'marin' })
  })

  it.each([
    ['other', 'other'],
    [7, '7'],
    [null, 'null'],
    [{ a: 1 }, '{"a":1}'],
  ])('may not change the model to %j', (model, shown) => {
    const words = [
      `会话已用模型 live 打开，不能改为 ${shown}，请另开会话`,
      `This session was opened with the model live and cannot change to ${shown}; open another session`,
    ]
    expect(refusalOf(() => sessionSettings({ model }, rules().rules))).toEqual(['invalid-request', 'session.model', ...words])
    expect(refusalOf(() => answerSettings({ model }, rules().rules))).toEqual(['invalid-request', 'response.model', ...words])
  })

  it('carry the channel’s own prompt where it has one', () => {
    const { rules: withPrompt } = rules({ systemPrompt: 'Be kind.' })
    expect(sessionSettings({ instructions: 'Be rude.' }, withPrompt)).toEqual({ instructions: 'Be kind.' })
    expect(answerSettings({}, withPrompt)).toEqual({ instructions: 'Be kind.' })
    expect(sessionSettings({ instructions: 'Be rude.' }, rules().rules)).toEqual({ instructions: 'Be rude.' })
  })
})

describe('who writes speech down', () => {
  const present = (model: object): JsonObject => ({
    audio: { input: { format: { type: 'audio/pcm' }, transcription: { language: 'de', ...model } }, output: { voice: 'v' } },
  })
  const before = (model: object): JsonObject => ({ input_audio_transcription: { language: 'de', ...model } })
  const half = (model: object): JsonObject => ({ audio: { input: { format: { type: 'audio/pcm' } } }, ...before(model) })

  it.each([present, before, half])('goes on under upstream’s name', (form) => {
    const { asked, rules: mapped } = rules()
    expect(sessionSettings(form({ model: 'scribe' }), mapped)).toEqual(form({ model: 'upstream-scribe' }))
    expect(sessionSettings(form({ model: 'whisper-1' }), mapped)).toEqual(form({ model: 'whisper-1' }))
    expect(asked).toEqual(['scribe', 'whisper-1'])
  })

  it('is nobody where none is named', () => {
    const { asked, rules: mapped } = rules()
    expect(sessionSettings({ audio: { input: {} } }, mapped)).toEqual({ audio: { input: {} } })
    expect(asked).toEqual([])
  })

  it('is named in one place: of two, one would be neither checked nor priced', () => {
    const { asked, rules: mapped } = rules()
    const both = { ...present({ model: 'whisper-1' }), ...before({ model: 'scribe' }) }
    expect(refusalOf(() => sessionSettings(both, mapped))).toEqual([
      'invalid-request',
      'session.input_audio_transcription',
      '转写只能写在 audio.input.transcription 或 input_audio_transcription 之一',
      'Say how speech is written down in audio.input.transcription or in input_audio_transcription, not in both',
    ])
    expect(asked).toEqual([])
  })

  it('must be named', () => {
    const { asked, rules: mapped } = rules()
    expect(refusalOf(() => sessionSettings(present({}), mapped))).toEqual([
      'invalid-request',
      'session.audio.input.transcription.model',
      '请写明转写语音所用的模型，例如 gpt-4o-transcribe',
      'Name the model that writes speech down, such as gpt-4o-transcribe',
    ])
    expect(asked).toEqual([])
  })
})
