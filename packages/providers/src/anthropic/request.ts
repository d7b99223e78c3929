import { renderMessagesCall } from '@weir/dialects/anthropic-messages/caller/render-call'
import { renderClaudeCall } from '@weir/dialects/anthropic-messages/render-call'
import type { ChatCall } from '@weir/dialects/model/call'
import type { WireCall } from '@weir/dialects/model/caller-wire'
import type { WireCapability } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { wordTable } from '@weir/dialects/word-table'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(14)

/** The last version that takes sampling parameters, and the one every model is still served under. */
const FIRST_VERSION = '2023-06-01'

/** Tokens of a signed-in account, as opposed to API keys. */
const isAccountToken = (key: string): boolean => key.startsWith('sk-ant-oat')

const credential = (key: string): Readonly<Record<string, string>> =>
  isAccountToken(key) ? { authorization: `Bearer ${key}`, 'anthropic-beta': 'oauth-2025-04-20' } : { 'x-api-key': key }

const baseOf = (target: ChannelTarget): string => `${baseUrlOf(target, DEFAULT_BASE_URL).replace(/\/v1$/, '')}/v1/messages`

const versionOf = (target: ChannelTarget): string => target.config['api_version'] || FIRST_VERSION

/** The caller's own headers, with what the key needs added. */
const ownHeaders = ({ headers, isStream }: WireCall, target: ChannelTarget): Readonly<Record<string, string>> => {
  const { 'anthropic-beta': needed, ...key }: Record<string, string> = credential(target.key)
  const betas = [headers['anthropic-beta'], needed].filter((list) => list !== undefined).join(',')
  return {
    ...key,
    'anthropic-version': headers['anthropic-version'] ?? versionOf(target),
    ...(betas !== '' && { 'anthropic-beta': betas }),
    'content-type': 'application/json',
    accept: isStream ? 'text/event-stream' : 'application/json',
  }
}

const ownRequest =
  (path: string) =>
  (call: WireCall, target: ChannelTarget): UpstreamRequest => {
    const model = mappedModel(call.model, target.modelMapping)
    return {
      method: 'POST',
      url: `${baseOf(target)}${path}`,
      headers: ownHeaders(call, target),
      body: renderMessagesCall(call, { model, systemPrompt: target.systemPrompt }),
    }
  }

/** Anthropic's wire as the caller speaks it. */
export const messages: WireCapability = {
  encode: ownRequest(''),
  countTokens: ownRequest('/count_tokens'),
}

const SERVICE_TIERS = wordTable<string>({ auto: 'auto', default: 'standard_only' })

const serviceTier = (call: ChatCall): { readonly service_tier?: string } => {
  const tier = SERVICE_TIERS[String(call.body['service_tier'])]
  return tier === undefined ? {} : { service_tier: tier }
}

export const takesSampling = (target: ChannelTarget): boolean => versionOf(target) === FIRST_VERSION

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const { systemPrompt } = target
  const body = renderClaudeCall(call, { model, systemPrompt, takesImageLinks: true, takesSampling: takesSampling(target), canSearch: true })
  return {
    method: 'POST',
    url: baseOf(target),
    headers: {
      ...credential(target.key),
      'anthropic-version': versionOf(target),
      'content-type': 'application/json',
      accept: call.isStream ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify({ model, ...body, ...serviceTier(call), ...(call.isStream && { stream: true }) }),
  }
}
