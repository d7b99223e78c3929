import { changes, developerIsSystem, renameField } from '../kit/body.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const yi = openaiProvider({
  id: 'yi',
  channelType: 31,
  adapt: changes(developerIsSystem, renameField('max_completion_tokens', 'max_tokens')),
})
