import { changes, clampField } from '../kit/body.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const baichuan = openaiProvider({
  id: 'baichuan',
  channelType: 26,
  filtersAllowedTools: true,
  adapt: changes(olderNames, clampField('temperature', { min: 0, max: 1 })),
  tasks: ['embeddings'],
  maxInputs: () => 16,
})
