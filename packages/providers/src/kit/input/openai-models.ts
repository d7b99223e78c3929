import { forModels } from '../body.ts'
import { limitNamed } from './older-names.ts'

/** Models that think before they answer refuse the old name of the output limit. */
const THINKS = /^(?:o[134](?:-|$)|gpt-(?:5|6)(?!-chat)(?![\d.]*-chat))/

/** Of these, the ones that refuse sampling at every effort; the others take it when the effort is none. */
const NEVER_SAMPLES = /^(?:o[134](?:-|$)|gpt-5(?:-mini|-nano)?(?:-\d{4}|$)|gpt-6-astra|gpt-6\.1-sol)/

/** These do not think and refuse to be told how hard. Agents ask for it whatever the model. */
const NEVER_THINKS = /^(?:gpt-3\.5|gpt-4|chatgpt-4)/

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'logprobs', 'top_logprobs']

/** The caller's limit by the name that the model takes. */
export const limitOfModel = forModels(THINKS, limitNamed('max_completion_tokens'))

/** Fields that the model refuses. */
export const refusedByModel = (model: string): readonly string[] => {
  if (NEVER_SAMPLES.test(model)) return SAMPLING
  return NEVER_THINKS.test(model) ? ['reasoning_effort'] : []
}
