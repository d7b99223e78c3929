import { amountAt, askBalance } from '../kit/balance.ts'
import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import type { Where } from '../kit/openai-wire.ts'

const defaultBaseUrl = defaultBaseUrlOf(41)
/** Money is counted in ten thousandths of a dollar. */
const UNITS_PER_DOLLAR = 10_000

/** The older address has no version; the newer one wants it. */
const path = ({ base, task }: Where): string => (base.includes('/v3/openai') ? `/${task}` : `/v1/${task}`)

export const novita = openaiProvider({
  id: 'novita',
  channelType: 41,
  extensions: ['reasoning_content', 'top_k'],
  path,
  filtersAllowedTools: true,
  adapt: olderNames,
  tasks: ['embeddings', 'rerank'],
  codes: { NOT_ENOUGH_BALANCE: 'out-of-credit', model_access_denied: 'forbidden' },
  balance: askBalance({
    url: (target) => `${new URL(target.baseUrl || defaultBaseUrl).origin}/openapi/v1/billing/balance/detail`,
    read: (reply) => {
      const units = amountAt(reply, 'availableBalance')
      return units === undefined ? undefined : units / UNITS_PER_DOLLAR
    },
  }),
})
