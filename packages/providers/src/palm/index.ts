import { faultOfGoogleError, googleErrorOf } from '@weir/dialects/gemini/errors'
import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { encodeChat } from './request.ts'
import { openPalmStream, parsePalmReply } from './response.ts'

/** What this wire can say of a chat call. */
const KNOWN = ['temperature', 'top_p']

export const palm = defineProvider({
  id: 'palm',
  channelType: 11,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: parsePalmReply, openStream: openPalmStream } }, KNOWN),
  classify: (status, body) => faultOfGoogleError(googleErrorOf(body)) ?? faultOfStatus(status),
})
