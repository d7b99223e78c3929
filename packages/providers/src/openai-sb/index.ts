import { TASKS } from '@weir/dialects/model/task'
import { askBalance, dataAmount } from '../kit/balance.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

export const openaiSb = openaiProvider({
  id: 'openai-sb',
  channelType: 5,
  tasks: TASKS,
  balance: askBalance({
    // This one takes the key in the address.
    url: (target) => `${target.baseUrl || 'https://api.openai-sb.com'}/sb-api/user/status?api_key=${encodeURIComponent(target.key)}`,
    headers: () => ({}),
    read: dataAmount('credit'),
  }),
})
