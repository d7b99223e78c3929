import { TASKS } from '@weir/dialects/model/task'
import { askBalance, dataAmount } from '../kit/balance.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const aiProxy = openaiProvider({
  id: 'ai-proxy',
  channelType: 10,
  tasks: TASKS,
  balance: askBalance({
    // Accounts live on another host than the API; a channel with an address of its own has no account there.
    url: (target) => `${target.baseUrl || 'https://aiproxy.io'}/api/report/getUserOverview`,
    headers: (target) => ({ 'api-key': target.key }),
    read: (reply) => (reply['success'] === true ? dataAmount('totalPoints')(reply) : undefined),
  }),
})
