import { defineProvider } from '../kit/define.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { dropped, encodeChat, KNOWN } from './request.ts'
import { decodeChat, openStream } from './response.ts'
import { embeddings, rerank } from './tasks.ts'

/** Upstream gave the call up on its own side. */
const CANCELLED = 499

export const cohere = defineProvider({
  id: 'cohere',
  channelType: 35,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN),
  tasks: { embeddings, rerank },
  classify: (status) => (status === CANCELLED ? 'broken' : faultOfStatus(status)),
})
