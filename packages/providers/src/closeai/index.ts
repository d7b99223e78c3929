import { TASKS } from '@weir/dialects/model/task'
import { amountAt, askBalance } from '../kit/balance.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const closeai = openaiProvider({
  id: 'closeai',
  channelType: 4,
  tasks: TASKS,
  balance: askBalance({
    url: (target) => `${target.baseUrl || 'https://api.closeai-proxy.xyz'}/dashboard/billing/credit_grants`,
    read: (reply) => amountAt(reply, 'total_available'),
  }),
})
