import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import type { CallerWire, WireEnvelope, WireId } from '@weir/dialects/model/caller-wire'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { compactionWire } from '@weir/dialects/openai-responses/compaction-wire'

/** Every wire beside chat that callers may speak. */
export const callerWires = {
  responses: responsesWire,
  compaction: compactionWire,
  messages: messagesWire,
  gemini: geminiWire,
} as const satisfies Record<WireId, CallerWire>

export type ServedWire = keyof typeof callerWires

/** How errors are told on a wire. */
export const envelopeOf = (wire: ServedWire | 'chat'): WireEnvelope => (wire === 'chat' ? chatEnvelope : callerWires[wire])
