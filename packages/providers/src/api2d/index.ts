import { TASKS } from '@weir/dialects/model/task'
import { openaiProvider } from '../kit/openai-provider.ts'

export const api2d = openaiProvider({
  id: 'api2d',
  channelType: 2,
  tasks: TASKS,
})
