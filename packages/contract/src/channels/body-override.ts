import { named, overrideText } from './override-text.ts'

/** What a request says, and how much of it: what is estimated from it must be what goes upstream. */
const PROMPTS: ReadonlySet<string> = new Set([
  'messages',
  'prompt',
  'input',
  'contents',
  'system',
  'instructions',
  'systemInstruction',
  'system_instruction',
  'documents',
  'query',
])

/** How an answer is read, at which price and with which fees. */
const METERED: ReadonlySet<string> = new Set([
  'stream',
  'stream_options',
  'usage',
  'background',
  'service_tier',
  'serviceTier',
  'speed',
  'tools',
  'tool_config',
  'toolConfig',
  'additionalModelRequestFields',
  'extra_body',
  // How many pictures and how large, under names that the reading of a request does not know.
  'batch_size',
  'image_size',
  // Searches, which have a fee.
  'web_search_options',
  'enable_search',
  'web_search',
  'search_parameters',
  'with_search_enhance',
  'enable_enhancement',
  'force_search_enhancement',
  // Another model, provider or price at an upstream that is a gateway itself.
  'models',
  'route',
  'provider',
  'providers',
  'providerOptions',
  'provider_options',
  'preset',
  'plugins',
  'transforms',
  'group',
  'fallbacks',
  'fallback_models',
  'context_window_fallbacks',
  'content_policy_fallbacks',
  'model_list',
  'user_config',
  'custom_llm_provider',
  'deployment_id',
  'api_base',
  'base_url',
  'api_key',
  'input_cost_per_token',
  'output_cost_per_token',
  'inference_geo',
  // Where some wires keep the switches of their streams.
  'parameters',
  'parameter',
  'payload',
  'header',
])

const fieldProblem = (name: string, value: unknown): string | undefined => {
  if (name === 'model') return 'body-model'
  if (name === 'operations' && Array.isArray(value)) return 'body-operations'
  if (PROMPTS.has(name)) return named('body-prompt', name)
  return METERED.has(name) ? named('body-metered', name) : undefined
}

/** What is wrong with fields laid over a body, as the name of a rule and of the field. */
export const bodyProblem = (members: Readonly<Record<string, unknown>>): string | undefined => {
  for (const [name, value] of Object.entries(members)) {
    const problem = fieldProblem(name, value)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** JSON of the fields that are laid over the body of every call; null takes a field out. */
export const bodyOverride = overrideText(bodyProblem)
