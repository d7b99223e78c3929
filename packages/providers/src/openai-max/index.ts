import { TASKS } from '@weir/dialects/model/task'
import { openaiProvider } from '../kit/openai-provider.ts'

export const openaiMax = openaiProvider({
  id: 'openai-max',
  channelType: 6,
  tasks: TASKS,
})
