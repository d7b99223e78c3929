import { expect, it } from 'bun:test'
import { lostMedia } from './lost-media.ts'

const picture = { role: 'assistant', images: [{}], content: 'a' }
const sound = { role: 'assistant', audio: { id: 'x' }, content: 'a' }
const plain = { role: 'assistant', content: 'a' }

it('names what a change took out of every message', () => {
  const asked = { messages: [plain, picture, sound, { ...plain, images: null }, 7] }
  expect(lostMedia(asked, { messages: [plain, plain, plain] })).toEqual(['messages[1].images', 'messages[2].audio'])
  expect(lostMedia(asked, { messages: [plain, picture, plain] })).toEqual(['messages[2].audio'])
  expect(lostMedia(asked, { messages: [plain, picture, sound] })).toEqual([])
})

it('names nothing where nothing was changed', () => {
  const asked = { messages: [picture] }
  expect(lostMedia(asked, asked)).toEqual([])
  expect(lostMedia({}, { messages: [] })).toEqual([])
})
