import { TASKS } from '@weir/dialects/model/task'
import { amountAt, askBalance } from '../kit/balance.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const aigc2d = openaiProvider({
  id: 'aigc2d',
  channelType: 13,
  tasks: TASKS,
  balance: askBalance({
    url: (target) => `${target.baseUrl || 'https://api.aigc2d.com'}/dashboard/billing/credit_grants`,
    read: (reply) => amountAt(reply, 'total_available'),
  }),
})
