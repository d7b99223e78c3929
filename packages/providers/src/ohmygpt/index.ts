import { TASKS } from '@weir/dialects/model/task'
import { openaiProvider } from '../kit/openai-provider.ts'

export const ohmygpt = openaiProvider({
  id: 'ohmygpt',
  channelType: 7,
  tasks: TASKS,
})
