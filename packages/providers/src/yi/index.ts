import { olderNames } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const yi = openaiProvider({
  id: 'yi',
  channelType: 31,
  filtersAllowedTools: true,
  adapt: olderNames,
})
