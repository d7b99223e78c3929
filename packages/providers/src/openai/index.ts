import { TASKS } from '@weir/dialects/model/task'
import { defineProvider } from '../kit/define.ts'
import { classifyOpenaiError, openaiChat, openaiTasks } from '../kit/openai-wire.ts'

const wire = { defaultBaseUrl: 'https://api.openai.com' }

export const openai = defineProvider({
  id: 'openai',
  channelType: 1,
  ...wire,
  chat: openaiChat(wire),
  tasks: openaiTasks(
    TASKS.filter((task) => task !== 'rerank'),
    wire,
  ),
  classify: classifyOpenaiError(),
})
