import { TASKS } from '@weir/dialects/model/task'
import { amountAt, askBalance } from '../kit/balance.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const api2gpt = openaiProvider({
  id: 'api2gpt',
  channelType: 12,
  tasks: TASKS,
  balance: askBalance({
    url: (target) => `${target.baseUrl || 'https://api.api2gpt.com'}/dashboard/billing/credit_grants`,
    read: (reply) => amountAt(reply, 'total_remaining'),
  }),
})
