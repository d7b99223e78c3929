import { TASKS } from '@weir/dialects/model/task'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const openaiCompatible = openaiProvider({
  id: 'openai-compatible',
  channelType: 50,
  filtersAllowedTools: true,
  extensions: ['cache_control', 'thinking_blocks', 'reasoning_content', 'extra_content', 'top_k'],
  // The address already holds the version, whatever it looks like there.
  path: ({ task }) => `/${task}`,
  hasRealtime: true,
  tasks: TASKS,
  openNormalizer: lenientNormalizer(),
})
