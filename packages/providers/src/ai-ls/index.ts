import { TASKS } from '@weir/dialects/model/task'
import { openaiProvider } from '../kit/openai-provider.ts'

export const aiLs = openaiProvider({
  id: 'ai-ls',
  channelType: 9,
  tasks: TASKS,
})
