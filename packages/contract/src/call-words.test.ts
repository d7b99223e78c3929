import { expect, it } from 'bun:test'
import { calls, inputsOf, isSchema, jsonOf, linesOf } from './testing/all-calls.ts'

/** The texts and numbers that a field takes or tells, and no others. */
const choicesOf = (schema: unknown, name = ''): readonly string[] => {
  if (!isSchema(schema)) return []
  const choices = schema.enum ?? (typeof schema.const === 'string' ? [schema.const] : [])
  const own = choices.join(' ').trim() === '' ? [] : [`${name}: ${choices.join(' ').trim()}`]
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => choicesOf(inner, field))
  const inner = [schema.items, schema.additionalProperties].flatMap((part) => choicesOf(part, name))
  const forms = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (some ?? []).flatMap((form) => choicesOf(form, name)))
  return [...own, ...fields, ...inner, ...forms]
}

it('every call takes and tells these words and no others', () => {
  const schemas = calls.flatMap((call) => [...inputsOf(call), call.data, ...(call.extra === undefined ? [] : [call.extra])])
  const found = new Set(schemas.flatMap((schema) => choicesOf(jsonOf(schema))))
  expect([...found].toSorted()).toEqual(linesOf(CHOICES).toSorted())
})

const CHOICES = `
  action: add_quota
  action: delete_disabled_keys
  action: delete_key
  action: disable_all_keys
  action: disable_key
  action: enable_all_keys
  action: enable_key
  action: get_key_status
  action: promote demote delete disable enable
  attestation: none
  by: token model
  by: user token model channel group
  can: vision tools reasoning json caching audio speech files search
  cut_by: caller upstream too-slow stopping
  event: fired resolved
  features: vision tools reasoning json caching audio speech files search
  grace_seconds: 0 3600 86400 604800
  id: password address channel token request
  key_mode: append replace
  kind: channel-off error-share balance-low spend-above budget-reached key-expiry certificate-expiry log-waiting
  kind: input audio_input image_input cache_read audio_cache_read cache_write cache_write_hour output audio_output image_output reasoning
  kind: mail webhook lark wecom dingtalk telegram slack
  kind: no-channel channel-failing channel-auto-disabled channel-test-failed low-balance token-exhausted token-expired model-without-price
  kind: web_search grounded_prompt maps_grounding file_search code_interpreter image_generation request
  language: zh en
  mode: add subtract override
  mode: chat responses completion embedding image audio-speech audio-transcription realtime rerank moderation
  mode: polling random
  mode: single batch multi_to_single
  multi_key_mode: polling random
  multi_key_status_list: 1 2 3
  object: list
  object: model
  order: quota used_quota request_count
  order: remain_quota used_quota
  outcome: ok failed refused cut left
  period: minute hour day week month total
  probe: text stream tools json vision embedding rerank speech image
  probe: text stream tools json vision embedding rerank speech image all
  provider: github lark oidc
  reason: no-models no-groups too-long
  reason: none unknown no-model no-key unsupported bad-request bad-credential out-of-credit forbidden rate-limited overloaded not-found unreachable too-slow broken no-finish no-usage no-tool-call bad-arguments not-json wrong-color no-vector no-ranking no-audio no-image
  reason: usable drained circuit-open disabled auto-disabled other-group other-model unsupported
  residentKey: required
  role: asked suffix substitute
  scope: all disabled
  scope: token user group
  second_factor: awaited missing
  sort: quota cost margin requests tokens failures latency
  sort: quota requests tokens failures latency
  source: ratios sheet catalog none
  state: open past
  state: usable resting unserved unpriced
  state: waiting sent failed dropped
  status: 1 2
  status: 1 2 3
  strategy: weighted latency cost
  tier: batch flex priority
  type: public-key
  unit: requests tokens quota
  unit: token image character millisecond query
  userVerification: required
  wire: chat responses messages gemini
`
