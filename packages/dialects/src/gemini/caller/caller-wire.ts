import type { CallerWire } from '../../model/caller-wire.ts'
import { GroundingCounter } from '../grounding.ts'
import { droppedFromChat } from './chat-body.ts'
import { geminiCounting } from './counting.ts'
import { geminiEmbeddings } from './embeddings.ts'
import { geminiEnvelope } from './envelope.ts'
import { geminiTools, groundingToolsOf } from './fee-tools.ts'
import { ContentTap, chunksAsStream, inspectChunk } from './inspect.ts'
import { geminiModels } from './models.ts'
import { parseGeminiCall } from './parse-call.ts'
import { renderGeminiReply } from './render-reply.ts'
import { GeminiRenderer } from './render-stream.ts'

/** Google's Gemini API. Its streams end with the connection. */
export const geminiWire: CallerWire = {
  ...geminiEnvelope,
  id: 'gemini',
  forwardedHeaders: [],
  parseCall: parseGeminiCall,
  renderReply: renderGeminiReply,
  openWriter: (meta, call) => new GeminiRenderer(meta, call.streamType !== undefined),
  inspectReply: (json, { body }) => inspectChunk(json, new GroundingCounter(groundingToolsOf(body))),
  openTap: ({ streamType, body }) => new ContentTap(streamType !== undefined, groundingToolsOf(body)),
  hasLastEvent: false,
  asStream: chunksAsStream,
  droppedFromChat,
  tierParam: 'serviceTier',
  hostedTools: geminiTools,
  counting: geminiCounting,
  models: geminiModels,
  embeddings: geminiEmbeddings,
}
