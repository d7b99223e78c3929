import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { dropped, encodeChat, KNOWN } from './request.ts'
import { decodeChat, openStream } from './response.ts'

export const xunfei = defineProvider({
  id: 'xunfei',
  channelType: 18,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN),
  // Only a refused handshake has a status; everything else is said in messages.
  classify: faultOfStatus,
})
