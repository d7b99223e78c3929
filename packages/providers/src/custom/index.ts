import { TASKS } from '@weir/dialects/model/task'
import { defineProvider } from '../kit/define.ts'
import { classifyOpenaiError, openaiChat, openaiTasks } from '../kit/openai-wire.ts'

const wire = { defaultBaseUrl: '' }

export const custom = defineProvider({
  id: 'custom',
  channelType: 8,
  ...wire,
  chat: openaiChat(wire),
  tasks: openaiTasks(TASKS, wire),
  classify: classifyOpenaiError(),
})
