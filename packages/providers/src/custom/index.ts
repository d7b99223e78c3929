import { TASKS } from '@weir/dialects/model/task'
import { dashboardBalance } from '../kit/balance.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import type { Where } from '../kit/openai-wire.ts'

const ENDINGS = ['chat/completions', ...TASKS] as const

/** The address may be a host, a host with a version, or one whole endpoint in which `{model}` stands for the model. */
const path = ({ base, task, model }: Where): string => {
  const address = base.replaceAll('{model}', encodeURIComponent(model))
  const ending = ENDINGS.find((known) => address.endsWith(`/${known}`))
  if (ending !== undefined) return `${address.slice(0, -ending.length)}${task}`
  return address === base ? `/v1/${task}` : address
}

export const custom = openaiProvider({
  id: 'custom',
  channelType: 8,
  filtersAllowedTools: true,
  extensions: ['cache_control', 'thinking_blocks', 'reasoning_content', 'extra_content', 'top_k'],
  path,
  hasRealtime: true,
  tasks: TASKS,
  openNormalizer: lenientNormalizer(),
  balance: dashboardBalance(''),
})
