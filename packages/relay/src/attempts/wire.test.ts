import { expect, it } from 'bun:test'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'
import { wireRequest } from './wire.ts'

it('holds for every answer that is asked for at once', () => {
  const generationConfig = { candidateCount: 4, maxOutputTokens: 100 }
  const rawBody = JSON.stringify({ contents: [{ parts: [{ text: 'hello' }] }], generationConfig })
  const parsed = geminiWire.parseCall({ rawBody, headers: {}, address: { model: 'm', isStream: false, query: '' } })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined }
  expect(wireRequest(geminiWire, parsed.call, origin).estimate).toMatchObject({ maxOutputTokens: 100, choices: 4 })
})
