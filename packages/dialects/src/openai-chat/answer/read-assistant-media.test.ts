import { expect, it } from 'bun:test'
import { readAssistantMedia } from './read-assistant-media.ts'

const param = 'messages[1].content'

it.each([
  ['UklGRiQ=', 'audio/wav'],
  ['SUQzBAA=', 'audio/mp3'],
  ['//uQxAA=', 'audio/mp3'],
  ['T2dnUwA=', 'audio/ogg'],
  ['ZkxhQwA=', 'audio/flac'],
  ['AAAAAAA=', 'audio/pcm'],
])('sound that begins with %s is %s', (data, mimeType) => {
  expect(readAssistantMedia({ role: 'assistant', content: '', audio: { data } }, param)).toEqual({
    media: [{ part: { kind: 'audio', source: { kind: 'inline', mimeType, data }, param: 'messages[1].audio' } }],
  })
})

it('sound of which only the name is left is told by its words, or refused', () => {
  expect(readAssistantMedia({ role: 'assistant', content: 'Hello', audio: { id: 'audio_1' } }, param)).toEqual({ media: [] })
  expect(() => readAssistantMedia({ role: 'assistant', content: '', audio: { id: 'audio_1' } }, param)).toThrow(
    new Error('Nothing is kept of earlier answers: send the data of the audio, or its words as content'),
  )
})
