export type ServedWire = 'chat' | 'responses' | 'messages' | 'gemini' | 'realtime'

/** Upstreams whose own API for chats is not OpenAI's. */
const OWN_CHAT: ReadonlySet<number> = new Set([11, 14, 15, 18, 21, 23, 24, 30, 33, 34, 35, 38, 42, 43, 46])
const BESIDE_CHAT: Readonly<Record<number, readonly ServedWire[]>> = {
  1: ['responses', 'realtime'],
  3: ['responses', 'messages', 'realtime'],
  8: ['realtime'],
  14: ['messages'],
  16: ['messages'],
  17: ['messages'],
  20: ['messages'],
  24: ['gemini'],
  25: ['messages'],
  27: ['messages'],
  33: ['messages'],
  36: ['messages'],
  42: ['messages', 'gemini'],
  44: ['messages'],
  49: ['messages'],
  50: ['realtime'],
}

/** What a channel of this type serves without translation; other APIs are translated for it, but for realtime. */
export const servedWires = (channelType: number): readonly ServedWire[] => [
  ...(OWN_CHAT.has(channelType) ? [] : (['chat'] as const)),
  ...(BESIDE_CHAT[channelType] ?? []),
]
