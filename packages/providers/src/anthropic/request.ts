import { renderClaudeCall } from '@weir/dialects/anthropic-messages/render-call'
import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { defaultBaseUrlOf } from '../kit/base-url.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(14)

/** The last version that takes sampling parameters, and the one every model is still served under. */
const FIRST_VERSION = '2023-06-01'

/** Tokens of a signed-in account, as opposed to API keys. */
const isAccountToken = (key: string): boolean => key.startsWith('sk-ant-oat')

const credential = (key: string): Readonly<Record<string, string>> =>
  isAccountToken(key) ? { authorization: `Bearer ${key}`, 'anthropic-beta': 'oauth-2025-04-20' } : { 'x-api-key': key }

const SERVICE_TIERS: Readonly<Record<string, string>> = { auto: 'auto', default: 'standard_only' }

const serviceTier = (call: ChatCall): { readonly service_tier?: string } => {
  const tier = SERVICE_TIERS[String(call.body['service_tier'])]
  return tier === undefined ? {} : { service_tier: tier }
}

const versionOf = (target: ChannelTarget): string => target.config['api_version'] || FIRST_VERSION

export const takesSampling = (target: ChannelTarget): boolean => versionOf(target) === FIRST_VERSION

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const { systemPrompt } = target
  const body = renderClaudeCall(call, { model, systemPrompt, takesImageLinks: true, takesSampling: takesSampling(target) })
  return {
    method: 'POST',
    url: `${(target.baseUrl || DEFAULT_BASE_URL).replace(/\/v1$/, '')}/v1/messages`,
    headers: {
      ...credential(target.key),
      'anthropic-version': versionOf(target),
      'content-type': 'application/json',
      accept: call.isStream ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify({ model, ...body, ...serviceTier(call), ...(call.isStream && { stream: true }) }),
  }
}
