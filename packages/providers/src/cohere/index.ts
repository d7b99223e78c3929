import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { dropped, encodeChat } from './request.ts'
import { decodeChat, openStream } from './response.ts'
import { embeddings, rerank } from './tasks.ts'

/** Upstream gave the call up on its own side. */
const CANCELLED = 499

export const cohere = defineProvider({
  id: 'cohere',
  channelType: 35,
  chat: { encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped },
  tasks: { embeddings, rerank },
  classify: (status) => (status === CANCELLED ? 'broken' : faultOfStatus(status)),
})
