import { renderClaudeCall } from '@weir/dialects/anthropic-messages/render-call'
import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { WireCall } from '@weir/dialects/model/caller-wire'
import type { ChannelTarget, EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import { cloudBetas, cloudMessagesBody } from '../kit/cloud-claude.ts'
import { renderConverseCall } from './converse/request.ts'
import { readCredential } from './credential.ts'
import { bedrockModel, isClaude } from './model-ids.ts'
import { provenHeaders } from './prove.ts'

const baseOf = (target: ChannelTarget, region: string): string => {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return target.baseUrl || `https://bedrock-runtime.${region}.${domain}`
}

interface BedrockCall {
  readonly action: string
  readonly body: JsonObject
  /** Headers that a proxy may change and that are therefore not signed. */
  readonly unsigned: Readonly<Record<string, string>>
}

/** A signed request to one model. The caller says what to do with the id that AWS knows the model by. */
export const bedrockRequest = (
  name: string,
  { target, context }: { readonly target: ChannelTarget; readonly context: EncodeContext },
  render: (model: string) => BedrockCall,
): UpstreamRequest => {
  const credential = readCredential(target)
  const model = bedrockModel(name, target, credential.region)
  const { action, body, unsigned } = render(model)
  const proven = (text: string): UpstreamRequest => {
    const request = {
      method: 'POST',
      url: `${baseOf(target, credential.region)}/model/${encodeURIComponent(model)}/${action}`,
      headers: { 'content-type': 'application/json' },
      body: text,
    } as const
    const headers = { ...unsigned, ...provenHeaders(request, credential, { service: 'bedrock', now: context.now }) }
    return { ...request, headers, withBody: proven }
  }
  return proven(JSON.stringify(body))
}

/** Compression would hold events back until a block is full. */
const STREAM_HEADERS = { accept: 'application/vnd.amazon.eventstream', 'accept-encoding': 'identity' }
const WHOLE_HEADERS = { accept: 'application/json' }

/** A caller's own message to one of Anthropic's models. */
export const encodeMessages = (call: WireCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest =>
  bedrockRequest(call.model, { target, context }, () => {
    const betas = cloudBetas(call)
    return {
      action: call.isStream ? 'invoke-with-response-stream' : 'invoke',
      body: {
        anthropic_version: 'bedrock-2023-05-31',
        ...cloudMessagesBody(call, target.systemPrompt),
        ...(betas.length > 0 && { anthropic_beta: betas }),
      },
      unsigned: call.isStream ? STREAM_HEADERS : WHOLE_HEADERS,
    }
  })

export const encodeChat = (call: ChatCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest =>
  bedrockRequest(call.model, { target, context }, (model) => {
    const { systemPrompt } = target
    const unsigned = call.isStream ? STREAM_HEADERS : WHOLE_HEADERS
    if (!isClaude(model))
      return { action: call.isStream ? 'converse-stream' : 'converse', body: renderConverseCall(call, model, systemPrompt), unsigned }
    const body = renderClaudeCall(call, { model, systemPrompt, takesImageLinks: false, takesSampling: true })
    return {
      action: call.isStream ? 'invoke-with-response-stream' : 'invoke',
      body: { anthropic_version: 'bedrock-2023-05-31', ...body },
      unsigned,
    }
  })
