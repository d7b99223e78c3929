import { defineProvider } from '../kit/define.ts'
import { classifyOpenaiError, openaiChat } from '../kit/openai-wire.ts'

export const openai = defineProvider({
  id: 'openai',
  channelType: 1,
  defaultBaseUrl: 'https://api.openai.com',
  chat: openaiChat(),
  classify: classifyOpenaiError,
})
