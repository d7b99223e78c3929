import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { classify, refusalCode } from './errors.ts'
import { cancel, encodeChat, KNOWN } from './request.ts'
import { decodeChat, openStream } from './response.ts'

export const coze = defineProvider({
  id: 'coze',
  channelType: 34,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, cancel }, KNOWN),
  classify,
  refusalCode,
})
