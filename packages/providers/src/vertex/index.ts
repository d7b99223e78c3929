import { claudeErrorOf, faultOfClaudeError } from '@weir/dialects/anthropic-messages/errors'
import { openClaudeStream } from '@weir/dialects/anthropic-messages/open-stream'
import { parseClaudeReply } from '@weir/dialects/anthropic-messages/parse-reply'
import { droppedByClaude } from '@weir/dialects/anthropic-messages/render-call'
import { parsePredictEmbedding } from '@weir/dialects/gemini/embeddings'
import { faultOfGoogleError, googleErrorOf } from '@weir/dialects/gemini/errors'
import { parseImages } from '@weir/dialects/gemini/images'
import { openGeminiStream } from '@weir/dialects/gemini/open-stream'
import { parseGeminiReply } from '@weir/dialects/gemini/parse-reply'
import { droppedByGemini } from '@weir/dialects/gemini/render-call'
import type { NativeWire, SameWire } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { droppedByCloud } from '../kit/cloud-claude.ts'
import { defineProvider } from '../kit/define.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { access } from './access.ts'
import { droppedByMistral, isMistral, mistralWire } from './mistral.ts'
import {
  encodeChat,
  encodeEmbeddings,
  encodeImages,
  encodeMessages,
  encodeOwnCall,
  encodeOwnCount,
  isClaude,
  isOpenModel,
  searchBetas,
} from './request.ts'

const gemini: NativeWire = { kind: 'native', decode: parseGeminiReply, openStream: openGeminiStream }
const claude: NativeWire = { kind: 'native', decode: parseClaudeReply, openStream: openClaudeStream }
const openai: SameWire = { kind: 'same', openNormalizer: lenientNormalizer() }

const isGemini = (model: string): boolean => !isClaude(model) && !isOpenModel(model) && !isMistral(model)

const wireOf = (model: string): NativeWire | SameWire => {
  if (isOpenModel(model)) return openai
  if (isMistral(model)) return mistralWire
  return isClaude(model) ? claude : gemini
}

export const vertex = defineProvider({
  id: 'vertex',
  channelType: 42,
  chat: {
    encode: encodeChat,
    tellsSearches: true,
    wire: gemini,
    wireFor: (call, target) => wireOf(mappedModel(call.model, target.modelMapping)),
    dropped: (call, target) => {
      const model = mappedModel(call.model, target.modelMapping)
      if (isOpenModel(model)) return []
      if (isMistral(model)) return droppedByMistral(call, target)
      return isClaude(model) ? droppedByClaude(call, { model, takesSampling: true }) : droppedByGemini(call, { model, isVertex: true })
    },
  },
  wires: {
    messages: {
      encode: encodeMessages,
      isServed: (_, model) => isClaude(model),
      dropped: (call) => droppedByCloud(call, searchBetas(call.body)),
    },
    gemini: { encode: encodeOwnCall, countTokens: encodeOwnCount, isServed: (_, model) => isGemini(model) },
  },
  tasks: {
    embeddings: { encode: encodeEmbeddings, decode: parsePredictEmbedding },
    'images/generations': { encode: encodeImages, decode: parseImages },
  },
  access,
  classify: (status, body) => faultOfGoogleError(googleErrorOf(body)) ?? faultOfClaudeError(claudeErrorOf(body)) ?? faultOfStatus(status),
})
