import { renderMessagesCall } from '@weir/dialects/anthropic-messages/caller/render-call'
import { openClaudeStream } from '@weir/dialects/anthropic-messages/open-stream'
import { parseClaudeReply } from '@weir/dialects/anthropic-messages/parse-reply'
import { renderClaudeCall } from '@weir/dialects/anthropic-messages/render-call'
import type { ChatCall } from '@weir/dialects/model/call'
import type { WireCall } from '@weir/dialects/model/caller-wire'
import type { NativeWire, SameWire } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget, type EncodeContext, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { refuseWebSearch } from '@weir/dialects/openai-chat/read-options'
import { renderChatCall } from '@weir/dialects/openai-chat/render-call'
import { cloudBetas } from '../kit/cloud-claude.ts'
import { readCredential } from './credential.ts'
import { isClaude, nativeId } from './model-ids.ts'
import { provenHeaders } from './prove.ts'

/** The newer of AWS's two services, which speaks each vendor's own wire. A channel chooses it by its address. */
export const isMantle = (target: ChannelTarget): boolean => target.baseUrl.includes('bedrock-mantle')

const messages: NativeWire = { kind: 'native', decode: parseClaudeReply, openStream: openClaudeStream }
const openai: SameWire = { kind: 'same' }

const modelOf = (call: ChatCall, target: ChannelTarget): string => nativeId(mappedModel(call.model, target.modelMapping))

export const mantleWire = (call: ChatCall, target: ChannelTarget): NativeWire | SameWire =>
  isClaude(modelOf(call, target)) ? messages : openai

const claudeBody = (call: ChatCall, model: string, systemPrompt: string): string => {
  const body = renderClaudeCall(call, { model, systemPrompt, takesImageLinks: false, takesSampling: true })
  return JSON.stringify({ model, ...body, ...(call.isStream && { stream: true }) })
}

/** Open models have one path, partners' models another. */
const pathOf = (model: string): string => {
  if (isClaude(model)) return '/anthropic/v1/messages'
  return model.includes('gpt-oss') ? '/v1/chat/completions' : '/openai/v1/chat/completions'
}

/** A caller's own message to one of Anthropic's models. */
export const encodeMantleMessages = (call: WireCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest => {
  const model = nativeId(mappedModel(call.model, target.modelMapping))
  const request = {
    method: 'POST',
    url: `${target.baseUrl}${pathOf(model)}`,
    headers: { 'content-type': 'application/json' },
    body: renderMessagesCall(call, { model, systemPrompt: target.systemPrompt }),
  } as const
  const proven = provenHeaders(request, readCredential(target), { service: 'bedrock-mantle', now: context.now })
  const accept = call.isStream ? 'text/event-stream' : 'application/json'
  const betas = cloudBetas(call).join(',')
  return { ...request, headers: { accept, 'anthropic-version': '2023-06-01', ...(betas !== '' && { 'anthropic-beta': betas }), ...proven } }
}

export const encodeMantleChat = (call: ChatCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest => {
  const model = modelOf(call, target)
  const { systemPrompt } = target
  refuseWebSearch(call.body)
  const request = {
    method: 'POST',
    url: `${target.baseUrl}${pathOf(model)}`,
    headers: { 'content-type': 'application/json' },
    body: isClaude(model) ? claudeBody(call, model, systemPrompt) : renderChatCall(call, { model, systemPrompt }),
  } as const
  const proven = provenHeaders(request, readCredential(target), { service: 'bedrock-mantle', now: context.now })
  const accept = call.isStream ? 'text/event-stream' : 'application/json'
  return { ...request, headers: { accept, ...(isClaude(model) && { 'anthropic-version': '2023-06-01' }), ...proven } }
}
