import type { UpstreamFault } from '@weir/dialects/model/fault'
import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { dropped, encodeChat, KNOWN } from './request.ts'
import { decodeChat, openStream } from './response.ts'

/** Only a refused handshake has a status; everything else is said in messages. One that is refused for its date speaks of our clock, not of the key. */
const classify = (status: number, body: string): UpstreamFault =>
  status === 403 && /\bdate\b/.test(body) ? 'broken' : faultOfStatus(status)

export const xunfei = defineProvider({
  id: 'xunfei',
  channelType: 18,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN),
  classify,
})
