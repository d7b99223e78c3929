import { anthropic, cohere, gemini, openaiChat } from './event-wires.ts'
import { bedrock, ollama } from './other-wires.ts'
import { responsesBody, translatedBody, type Wire } from './wire.ts'

/** The same upstream, asked by a caller of /v1/responses. It is told a chat, and its answer becomes a response. */
const asResponses = (wire: Wire, model: string): Wire => ({
  ...wire,
  name: `${wire.name}, as a response`,
  model,
  path: '/v1/responses',
  body: responsesBody(model),
  sentBody: translatedBody(model),
})

const GROQ = { type: 29, key: 'gsk-hostile-1' }

export const translatedWires: readonly Wire[] = [
  asResponses({ ...openaiChat, channel: GROQ }, 'hostile-chat-response'),
  asResponses(anthropic, 'hostile-claude-response'),
  asResponses(gemini, 'hostile-gemini-response'),
  asResponses(bedrock, 'amazon.nova-micro-v1:0'),
  asResponses(cohere, 'hostile-command-response'),
  asResponses(ollama, 'hostile-llama-response'),
]
