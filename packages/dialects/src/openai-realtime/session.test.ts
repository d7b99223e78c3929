import { expect, it } from 'bun:test'
import { DEFAULT_SESSION, readSession } from './session.ts'

it('begins with sound of 48 bytes a millisecond, and no limit', () => {
  expect(DEFAULT_SESSION).toEqual({ inputBytesPerMs: 48, outputBytesPerMs: 48, maxOutputTokens: undefined, transcriptionModel: undefined })
})

it.each([
  ['pcm16', 48],
  ['audio/pcm', 48],
  ['g711_ulaw', 8],
  ['g711_alaw', 8],
  ['audio/pcmu', 8],
  ['audio/PCMA', 8],
])('sound as %s has %d bytes a millisecond, on either side and in either form', (format, bytes) => {
  const other = { ...DEFAULT_SESSION, inputBytesPerMs: 1, outputBytesPerMs: 2 }
  expect(readSession({ input_audio_format: format }, other)).toMatchObject({ inputBytesPerMs: bytes, outputBytesPerMs: 2 })
  expect(readSession({ output_audio_format: format }, other)).toMatchObject({ inputBytesPerMs: 1, outputBytesPerMs: bytes })
  expect(readSession({ audio: { input: { format: { type: format } } } }, other)).toMatchObject({
    inputBytesPerMs: bytes,
    outputBytesPerMs: 2,
  })
  expect(readSession({ audio: { output: { format: { type: format } } } }, other)).toMatchObject({
    inputBytesPerMs: 1,
    outputBytesPerMs: bytes,
  })
})
