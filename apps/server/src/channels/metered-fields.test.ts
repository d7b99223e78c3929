import { expect, it } from 'bun:test'
import { bodyProblem } from '@weir/contract/channels/body-override'
import { searchFieldIn } from '@weir/dialects/hosted-tools/search-fields'
import { isRoutingField } from '@weir/dialects/model/routing-fields'

const NAMES = `models route provider providers providerOptions provider_options preset plugins transforms group fallbacks fallback_models
  context_window_fallbacks content_policy_fallbacks model_list user_config custom_llm_provider deployment_id api_base base_url api_key
  input_cost_per_token output_cost_per_token inference_geo`.split(/\s+/)
const SEARCHES = `web_search_options enable_search web_search search_parameters with_search_enhance enable_enhancement
  force_search_enhancement`.split(/\s+/)

it('what a caller may not choose by another way, a channel does not lay over a body either', () => {
  expect(NAMES.filter((name) => !isRoutingField(name, 'x') || bodyProblem({ [name]: 'x' }) !== `body-metered|${name}`)).toEqual([])
  expect(
    SEARCHES.filter((name) => searchFieldIn({ [name]: true }) !== name || bodyProblem({ [name]: true }) !== `body-metered|${name}`),
  ).toEqual([])
})
