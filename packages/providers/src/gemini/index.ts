import { parseBatchEmbedding } from '@weir/dialects/gemini/embeddings'
import { faultOfGoogleError, googleErrorOf } from '@weir/dialects/gemini/errors'
import { parseImages } from '@weir/dialects/gemini/images'
import { openGeminiStream } from '@weir/dialects/gemini/open-stream'
import { parseGeminiReply } from '@weir/dialects/gemini/parse-reply'
import { droppedByGemini } from '@weir/dialects/gemini/render-call'
import { mappedModel } from '@weir/dialects/model/upstream'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { encodeChat, encodeEmbeddings, encodeImages, ownWire } from './request.ts'

export const gemini = defineProvider({
  id: 'gemini',
  channelType: 24,
  chat: {
    encode: encodeChat,
    tellsSearches: true,
    wire: { kind: 'native', decode: parseGeminiReply, openStream: openGeminiStream },
    dropped: (call, target) => droppedByGemini(call, { model: mappedModel(call.model, target.modelMapping), isVertex: false }),
  },
  wires: { gemini: ownWire },
  tasks: {
    embeddings: { encode: encodeEmbeddings, decode: parseBatchEmbedding },
    'images/generations': { encode: encodeImages, decode: parseImages },
  },
  classify: (status, body) => faultOfGoogleError(googleErrorOf(body)) ?? faultOfStatus(status),
})
