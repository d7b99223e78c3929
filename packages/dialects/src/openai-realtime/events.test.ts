import { describe, expect, it } from 'bun:test'
import { amountOfResponse, producedBy, renderErrorEvent, saidBy } from './events.ts'
import { DEFAULT_SESSION, outputLimitOf, readSession } from './session.ts'

const nothing = { audioBytes: 0, characters: 0, wholeCharacters: 0 }

describe('what an event adds', () => {
  it('is sound in bytes or words in characters, under the old names and the new', () => {
    // Eight letters of base64 are six bytes.
    expect(producedBy('response.output_audio.delta', { delta: 'AAAAAAAA' })).toEqual({ ...nothing, audioBytes: 6 })
    expect(producedBy('response.audio.delta', { delta: 'AAAA' })).toEqual({ ...nothing, audioBytes: 3 })
    expect(producedBy('response.output_audio_transcript.delta', { delta: 'hello' })).toEqual({ ...nothing, characters: 5 })
    expect(producedBy('response.output_text.delta', { delta: 'hi' })).toEqual({ ...nothing, characters: 2 })
    expect(producedBy('response.function_call_arguments.delta', { delta: '{}' })).toEqual({ ...nothing, characters: 2 })
    expect(producedBy('response.output_text.done', { text: 'hi' })).toEqual({ ...nothing, wholeCharacters: 2 })
    expect(producedBy('response.output_audio_transcript.done', { transcript: 'hello' })).toEqual({ ...nothing, wholeCharacters: 5 })
    expect(producedBy('response.function_call_arguments.done', { arguments: '{}' })).toEqual({ ...nothing, wholeCharacters: 2 })
    expect(producedBy('response.output_text.delta', { delta: 5 })).toEqual(nothing)
    expect(producedBy('conversation.item.input_audio_transcription.done', { transcript: 'hi' })).toEqual(nothing)
  })

  it('is at the end of a response all that it holds', () => {
    const content = [
      { type: 'output_text', text: 'hello' },
      { type: 'output_audio', transcript: 'hi' },
    ]
    const output = [{ type: 'message', content }, { type: 'function_call', arguments: '{}' }, 7]
    expect(amountOfResponse({ output })).toEqual({ audioBytes: 0, characters: 9 })
    expect(amountOfResponse(undefined)).toEqual({ audioBytes: 0, characters: 0 })
  })

  it('is what the caller says, in the buffer or as an item', () => {
    expect(saidBy('input_audio_buffer.append', { audio: 'AAAAAAAA' })).toEqual({ audioBytes: 6, characters: 0 })
    const content = [{ type: 'input_text', text: 'hello' }, { type: 'input_audio', audio: 'AAAA' }, 'x']
    expect(saidBy('conversation.item.create', { item: { content } })).toEqual({ audioBytes: 3, characters: 5 })
    expect(saidBy('conversation.item.create', { item: { type: 'function_call_output', output: '12' } })).toEqual({
      audioBytes: 0,
      characters: 2,
    })
    expect(saidBy('response.create', { audio: 'AAAA' })).toEqual({ audioBytes: 0, characters: 0 })
  })
})

describe('the settings of a session', () => {
  it('are read in the present form', () => {
    const session = {
      max_output_tokens: 300,
      audio: {
        input: { format: { type: 'audio/pcmu' }, transcription: { model: 'whisper-1' } },
        output: { format: { type: 'audio/pcm', rate: 24000 } },
      },
    }
    expect(readSession(session, DEFAULT_SESSION)).toEqual({
      inputBytesPerMs: 8,
      outputBytesPerMs: 48,
      maxOutputTokens: 300,
      transcriptionModel: 'whisper-1',
    })
  })

  it('are read in the form before it', () => {
    const session = {
      max_response_output_tokens: 'inf',
      input_audio_format: 'pcm16',
      output_audio_format: 'g711_alaw',
      input_audio_transcription: { model: 'gpt-4o-transcribe' },
    }
    expect(readSession(session, DEFAULT_SESSION)).toEqual({
      inputBytesPerMs: 48,
      outputBytesPerMs: 8,
      maxOutputTokens: undefined,
      transcriptionModel: 'gpt-4o-transcribe',
    })
    expect(outputLimitOf({ max_output_tokens: 'inf' })).toBeUndefined()
  })
})

it('an error is told as the vendor tells it', () => {
  expect(JSON.parse(renderErrorEvent({ id: '7', type: 'insufficient_quota', code: 'insufficient_quota', message: 'gone' }))).toEqual({
    type: 'error',
    event_id: 'event_7',
    error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'gone', param: null, event_id: null },
  })
})
