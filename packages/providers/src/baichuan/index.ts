import { clampField } from '../kit/body.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const baichuan = openaiProvider({
  id: 'baichuan',
  channelType: 26,
  adapt: clampField('temperature', { min: 0, max: 1 }),
  tasks: ['embeddings'],
})
