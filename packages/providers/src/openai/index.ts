import { TASKS } from '@weir/dialects/model/task'
import { dashboardBalance } from '../kit/balance.ts'
import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { forModels } from '../kit/body.ts'
import { limitNamed } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const defaultBaseUrl = defaultBaseUrlOf(1)

/** Models that think before they answer refuse the old name of the output limit. */
const THINKS = /^(?:o[134](?:-|$)|gpt-(?:5|6)(?!-chat)(?![\d.]*-chat))/

/** Of these, the ones that refuse sampling at every effort; the others take it when the effort is none. */
const NEVER_SAMPLES = /^(?:o[134](?:-|$)|gpt-5(?:-mini|-nano)?(?:-\d{4}|$)|gpt-6-astra|gpt-6\.1-sol)/

/** These do not think and refuse to be told how hard. Agents ask for it whatever the model. */
const NEVER_THINKS = /^(?:gpt-3\.5|gpt-4|chatgpt-4)/

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'logprobs', 'top_logprobs']

export const openai = openaiProvider({
  id: 'openai',
  channelType: 1,
  extensions: [],
  adapt: forModels(THINKS, limitNamed('max_completion_tokens')),
  drop: (model) => {
    if (NEVER_SAMPLES.test(model)) return SAMPLING
    return NEVER_THINKS.test(model) ? ['reasoning_effort'] : []
  },
  hasResponses: true,
  hasRealtime: true,
  tasks: TASKS.filter((task) => task !== 'rerank'),
  codes: { server_is_overloaded: 'overloaded', slow_down: 'rate-limited', unsupported_country_region_territory: 'bad-credential' },
  balance: dashboardBalance(defaultBaseUrl),
})
