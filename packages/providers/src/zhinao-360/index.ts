import { olderNames } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const zhinao360 = openaiProvider({
  id: 'zhinao-360',
  channelType: 19,
  filtersAllowedTools: true,
  adapt: olderNames,
  tasks: ['embeddings'],
})
