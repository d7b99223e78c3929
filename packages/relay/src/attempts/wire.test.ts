import { expect, it } from 'bun:test'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import { wireRequest } from './wire.ts'

it('holds for every answer that is asked for at once', () => {
  const generationConfig = { candidateCount: 4, maxOutputTokens: 100 }
  const rawBody = JSON.stringify({ contents: [{ parts: [{ text: 'hello' }] }], generationConfig })
  const parsed = geminiWire.parseCall({ rawBody, headers: {}, address: { model: 'm', isStream: false, query: '' } })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  expect(wireRequest(geminiWire, parsed.call).estimate).toMatchObject({ maxOutputTokens: 100, choices: 4 })
})
