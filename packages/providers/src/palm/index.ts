import { faultOfGoogleError, googleErrorOf } from '@weir/dialects/gemini/errors'
import { fieldsPresent } from '@weir/dialects/openai-chat/read-options'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { encodeChat } from './request.ts'
import { openPalmStream, parsePalmReply } from './response.ts'

const WITHOUT_PLACE = ['tools', 'tool_choice', 'response_format', 'stop', 'max_tokens', 'max_completion_tokens', 'seed', 'logprobs']

export const palm = defineProvider({
  id: 'palm',
  channelType: 11,
  chat: {
    encode: encodeChat,
    wire: { kind: 'native', decode: parsePalmReply, openStream: openPalmStream },
    dropped: (call) => fieldsPresent(call.body, WITHOUT_PLACE),
  },
  classify: (status, body) => faultOfGoogleError(googleErrorOf(body)) ?? faultOfStatus(status),
})
