import type { CallerWire } from '../../model/caller-wire.ts'
import { droppedFromChat } from './chat-body.ts'
import { geminiCounting } from './counting.ts'
import { geminiEmbeddings } from './embeddings.ts'
import { geminiEnvelope } from './envelope.ts'
import { ContentTap, inspectChunk } from './inspect.ts'
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
  inspectReply: inspectChunk,
  openTap: (call) => new ContentTap(call.streamType !== undefined),
  hasLastEvent: false,
  droppedFromChat,
  counting: geminiCounting,
  models: geminiModels,
  embeddings: geminiEmbeddings,
}
