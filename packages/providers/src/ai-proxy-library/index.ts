import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { dropped, encodeChat } from './request.ts'
import { decodeChat, openStream } from './response.ts'

/** A library of documents that is asked in place of a model. */
export const aiProxyLibrary = defineProvider({
  id: 'ai-proxy-library',
  channelType: 21,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, []),
  classify: faultOfStatus,
})
