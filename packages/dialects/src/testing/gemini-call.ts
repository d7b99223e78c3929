import { geminiWire } from '../gemini/caller/caller-wire.ts'
import type { JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'

export const parseGemini = (body: unknown, query = '') => {
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body)
  return geminiWire.parseCall({ rawBody, headers: {}, address: { model: 'gemini-3-pro', isStream: query !== '', query } })
}

export const geminiCall = (body: unknown, query = '') => {
  const parsed = parseGemini(body, query)
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

/** The same call as a chat. */
export const geminiChat = (body: unknown): JsonObject => {
  const { chat } = geminiCall(body)
  if (chat instanceof UnsupportedInput) throw chat
  return chat.body
}
