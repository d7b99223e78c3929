import { expect, it } from 'bun:test'
import { isSoldTier } from '../service-tier.ts'
import { isRoutingField, withoutRoutingFields } from './routing-fields.ts'

const FIELDS = [
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
]

it.each(FIELDS)('takes out %s, which chooses a model or a price by another way', (name) => {
  expect(isRoutingField(name, undefined)).toBe(true)
  expect(withoutRoutingFields({ model: 'm', [name]: 1 }, 'raw')).toEqual({
    body: { model: 'm' },
    rawBody: '{"model":"m"}',
    dropped: [name],
  })
})

it.each(['auto', 'default', 'standard', 'standard_only', 'on_demand', null, undefined])(
  'leaves the tier %p, which costs what is listed',
  (tier) => {
    expect(isRoutingField('service_tier', tier)).toBe(false)
  },
)

it.each(['priority', 'flex', '', 7])('takes out the tier %p, which costs more or less', (tier) => {
  expect(isRoutingField('service_tier', tier)).toBe(true)
})

it('passes the very same body, and its bytes, where there is nothing to take out', () => {
  const body = { model: 'm', service_tier: 'auto', extra_body: { top_k: 1 } }
  const checked = withoutRoutingFields(body, ' raw')
  expect(checked.body).toBe(body)
  expect([checked.rawBody, checked.dropped]).toEqual([' raw', []])
})

it('looks into extra_body as well, and names where the fields stood', () => {
  const body = { model: 'm', route: 'x', extra_body: { top_k: 1, models: [], preset: 'p' } }
  expect(withoutRoutingFields(body, 'raw')).toEqual({
    body: { model: 'm', extra_body: { top_k: 1 } },
    rawBody: '{"model":"m","extra_body":{"top_k":1}}',
    dropped: ['route', 'extra_body.models', 'extra_body.preset'],
  })
  expect(withoutRoutingFields({ route: 'x', extra_body: 'text' }, 'raw').body).toEqual({ extra_body: 'text' })
})

it.each([
  'Model',
  'MODEL',
  'Models',
  'N',
  'Max_Tokens',
  'max_to\u212Aens',
  'max_token\u017F',
  'Stream',
  'ProviderOptions',
  'Service_Tier',
  'Extra_Body',
  'Messages',
  'Tools',
  'Web_Search_Options',
])('takes out %s, which some upstreams read as the field in small letters', (name) => {
  expect(withoutRoutingFields({ model: 'm', [name]: 1, extra_body: { [name]: 1, top_k: 1 } }, 'raw')).toEqual({
    body: { model: 'm', extra_body: { top_k: 1 } },
    rawBody: '{"model":"m","extra_body":{"top_k":1}}',
    dropped: [name, `extra_body.${name}`],
  })
})

it.each([
  'model',
  'n',
  'best_of',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'stream',
  'background',
  'service_tier',
  'messages',
  'tools',
])('takes %s out of extra_body, where it would stand in the place of what was checked', (name) => {
  const body = { model: 'm', extra_body: { [name]: 'auto', top_k: 1 } }
  expect(withoutRoutingFields(body, 'raw')).toMatchObject({ body: { extra_body: { top_k: 1 } }, dropped: [`extra_body.${name}`] })
  expect(isRoutingField(name, 'auto')).toBe(false)
})

it('takes out every spelling of a name, and tells of it once', () => {
  const spelt = Array.from({ length: 1024 }, (_, bits) =>
    Array.from('max_tokens', (letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
  const body = { model: 'm', ...Object.fromEntries(spelt.map((name) => [name, 1])) }
  const checked = withoutRoutingFields({ ...body, extra_body: body }, 'raw')
  expect(checked.body).toEqual({ model: 'm', max_tokens: 1, extra_body: {} })
  expect(checked.dropped.map((name) => name.toLowerCase())).toEqual(['max_tokens', 'extra_body.model', 'extra_body.max_tokens'])
})

it('leaves names in capitals that stand for nothing that is charged', () => {
  const body = { model: 'm', generationConfig: {}, safetySettings: [], Temperature: 1, 名: 1 }
  expect(withoutRoutingFields(body, 'raw').body).toBe(body)
})

it('leaves the tiers that are sold where they are charged, but not those hidden in extra_body', () => {
  for (const tier of ['flex', 'priority']) {
    const body = { model: 'm', service_tier: tier }
    expect(withoutRoutingFields(body, 'raw', isSoldTier)).toEqual({ body, rawBody: 'raw', dropped: [] })
    expect(withoutRoutingFields({ model: 'm', extra_body: { service_tier: tier } }, 'raw', isSoldTier).dropped).toEqual([
      'extra_body.service_tier',
    ])
    expect(withoutRoutingFields(body, 'raw').dropped).toEqual(['service_tier'])
  }
  expect(withoutRoutingFields({ service_tier: 'fast' }, 'raw', isSoldTier).dropped).toEqual(['service_tier'])
})
