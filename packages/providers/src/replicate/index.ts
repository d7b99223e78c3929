import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { dropped, encodeChat, encodeImages, KNOWN } from './request.ts'
import { trailingUsage, cancel, decodeChat, decodeImages, follow, openStream } from './response.ts'

export const replicate = defineProvider({
  id: 'replicate',
  channelType: 46,
  chat: nativeChat(
    { encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped, follow, cancel, trailingUsage },
    KNOWN,
  ),
  tasks: { 'images/generations': { encode: encodeImages, decode: ({ bytes }) => decodeImages(bytes), follow, cancel } },
  classify: faultOfStatus,
})
