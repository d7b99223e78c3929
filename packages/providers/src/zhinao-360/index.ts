import { openaiProvider } from '../kit/openai-provider.ts'

export const zhinao360 = openaiProvider({
  id: 'zhinao-360',
  channelType: 19,
  tasks: ['embeddings'],
})
