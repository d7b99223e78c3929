import { defineProvider } from '../kit/define.ts'
import { classifyOpenaiError, openaiChat } from '../kit/openai-wire.ts'

export const custom = defineProvider({
  id: 'custom',
  channelType: 8,
  defaultBaseUrl: '',
  chat: openaiChat(),
  classify: classifyOpenaiError,
})
