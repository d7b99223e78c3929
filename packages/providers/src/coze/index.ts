import { defineProvider } from '../kit/define.ts'
import { classify } from './errors.ts'
import { cancel, dropped, encodeChat } from './request.ts'
import { decodeChat, openStream } from './response.ts'

export const coze = defineProvider({
  id: 'coze',
  channelType: 34,
  chat: { encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped, cancel },
  classify,
})
