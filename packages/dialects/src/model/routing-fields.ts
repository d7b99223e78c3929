import { isObject, type JsonObject } from '../json.ts'

/**
 * With these an upstream that is a gateway itself (OpenRouter, Vercel, LiteLLM, another Weir) serves another model than the one that was
 * checked and priced, or the same one for another price.
 */
const ROUTING_FIELDS: ReadonlySet<string> = new Set([
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
])

/** The tiers that cost what the price list says; every other one is faster for more or slower for less. */
const USUAL_TIERS: ReadonlySet<unknown> = new Set(['auto', 'default', 'standard', 'standard_only', 'on_demand', null, undefined])

/** What a call is checked, held and charged by. */
const METERED_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'n',
  'best_of',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'stream',
  'background',
  'service_tier',
  'size',
  'image_size',
  'batch_size',
  'quality',
])

/** How upstreams of this wire are asked to search the web: OpenAI, Alibaba, Baidu, xAI, Baichuan and Tencent. All of them ask a fee for it. */
export const SEARCH_FIELDS = [
  'web_search_options',
  'enable_search',
  'web_search',
  'search_parameters',
  'with_search_enhance',
  'enable_enhancement',
  'force_search_enhancement',
] as const

/** What is counted of a call, and the tools that have a fee. */
const READ_FIELDS: ReadonlySet<string> = new Set([
  'messages',
  'prompt',
  'input',
  'instructions',
  'system',
  'contents',
  'tools',
  'functions',
  'stream_options',
])

/** Some gateways read `extra_body` as if its members stood beside it. */
export const EXTRA = 'extra_body'

const PLAIN_NAME = /^[a-z0-9_]*$/

/** As programs in Go compare names: a letter is the same whatever its form, the Kelvin sign and the long s among them. */
const folded = (name: string): string => name.toUpperCase().toLowerCase()

const GUARDED_NAMES: ReadonlySet<string> = new Set(
  [...ROUTING_FIELDS, ...METERED_FIELDS, ...READ_FIELDS, ...SEARCH_FIELDS, EXTRA].map(folded),
)

/** `Model` is another field here, and the same one to an upstream that does not tell letters apart: the last of the two counts there. */
const isDisguised = (name: string): boolean => !PLAIN_NAME.test(name) && GUARDED_NAMES.has(folded(name))

/** Whether a field chooses a model, a provider or a price by another way than the model's name. */
export const isRoutingField = (name: string, value: unknown): boolean =>
  ROUTING_FIELDS.has(name) || (name === 'service_tier' && !USUAL_TIERS.has(value)) || isDisguised(name)

export interface CheckedBody {
  readonly body: JsonObject
  readonly rawBody: string
  /** The fields that were taken out, for the log. */
  readonly dropped: readonly string[]
}

const NOTHING: readonly string[] = []

type IsSold = (tier: unknown) => boolean

const routingFieldsOf = (body: JsonObject, isSoldTier?: IsSold): readonly string[] => {
  let found: string[] | undefined
  for (const name in body) {
    const isSold = name === 'service_tier' && isSoldTier?.(body[name]) === true
    if (!isSold && isRoutingField(name, body[name])) (found ??= []).push(name)
  }
  return found ?? NOTHING
}

const without = (body: JsonObject, names: readonly string[]): JsonObject => {
  // A caller can spell one name in thousands of ways.
  const taken = new Set(names)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !taken.has(name)))
}

/** Each name in one of its spellings: the log keeps them. */
const toldOnce = (names: readonly string[]): readonly string[] => [...new Map(names.map((name) => [folded(name), name])).values()]

/** Beside what chooses another way, everything that was read where it belongs: this would stand in its place. */
const fieldsInExtra = (extra: JsonObject): readonly string[] =>
  Object.keys(extra).filter((name) => METERED_FIELDS.has(name) || READ_FIELDS.has(name) || isRoutingField(name, extra[name]))

/**
 * The caller's body without such fields; the very same one, and its bytes, where there is none. A tier that `isSoldTier` knows stays: whoever asks for it is charged by it, or refused.
 */
export const withoutRoutingFields = (body: JsonObject, rawBody: string, isSoldTier?: IsSold): CheckedBody => {
  const names = routingFieldsOf(body, isSoldTier)
  const extra = body[EXTRA]
  const extraNames = isObject(extra) ? fieldsInExtra(extra) : NOTHING
  if (names.length === 0 && extraNames.length === 0) return { body, rawBody, dropped: NOTHING }
  const rest = without(body, names)
  const checked = isObject(extra) && extraNames.length > 0 ? { ...rest, [EXTRA]: without(extra, extraNames) } : rest
  return {
    body: checked,
    rawBody: JSON.stringify(checked),
    dropped: [...toldOnce(names), ...toldOnce(extraNames).map((name) => `${EXTRA}.${name}`)],
  }
}
