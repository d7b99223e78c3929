import { TASKS } from '@weir/dialects/model/task'
import { dashboardBalance } from '../kit/balance.ts'
import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { adaptToModel, isForResponses, refusedByModel } from '../kit/input/openai-models.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const defaultBaseUrl = defaultBaseUrlOf(1)

export const openai = openaiProvider({
  id: 'openai',
  channelType: 1,
  extensions: [],
  adapt: adaptToModel,
  drop: refusedByModel,
  hasResponses: true,
  isForResponses,
  hasRealtime: true,
  tasks: TASKS.filter((task) => task !== 'rerank'),
  codes: { server_is_overloaded: 'overloaded', slow_down: 'rate-limited', unsupported_country_region_territory: 'bad-credential' },
  balance: dashboardBalance(defaultBaseUrl),
})
