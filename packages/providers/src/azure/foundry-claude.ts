import { renderMessagesCall } from '@weir/dialects/anthropic-messages/caller/render-call'
import { openClaudeStream } from '@weir/dialects/anthropic-messages/open-stream'
import { parseClaudeReply } from '@weir/dialects/anthropic-messages/parse-reply'
import { droppedByClaude, renderClaudeCall } from '@weir/dialects/anthropic-messages/render-call'
import type { ChatCapability, WireCapability } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'
import { credential } from './credential.ts'

const VERSION = '2023-06-01'

/** Anthropic's models stand on the same resource under their own path, and are called by their deployments. */
export const isClaude = (deployment: string): boolean => deployment.startsWith('claude-')

const urlOf = ({ baseUrl }: ChannelTarget): string =>
  `${baseUrl.replace(/\/$/, '').replace(/\/(?:openai|anthropic)(?:\/v1)?$/, '')}/anthropic/v1/messages`

const headersFor = (target: ChannelTarget, isStream: boolean): Readonly<Record<string, string>> => ({
  ...credential(target),
  'anthropic-version': VERSION,
  'content-type': 'application/json',
  accept: isStream ? 'text/event-stream' : 'application/json',
})

export const claudeChat: ChatCapability = {
  encode: (call, target) => {
    const model = mappedModel(call.model, target.modelMapping)
    const body = renderClaudeCall(call, { model, systemPrompt: target.systemPrompt, takesImageLinks: true, takesSampling: true })
    return {
      method: 'POST',
      url: urlOf(target),
      headers: headersFor(target, call.isStream),
      body: JSON.stringify({ model, ...body, ...(call.isStream && { stream: true }) }),
    }
  },
  wire: { kind: 'native', decode: parseClaudeReply, openStream: openClaudeStream },
  dropped: (call, target) => droppedByClaude(call, { model: mappedModel(call.model, target.modelMapping), takesSampling: true }),
}

/** A caller's own message. */
export const claudeMessages: WireCapability = {
  encode: (call, target) => {
    const [version, betas] = [call.headers['anthropic-version'], call.headers['anthropic-beta']]
    return {
      method: 'POST',
      url: urlOf(target),
      headers: {
        ...headersFor(target, call.isStream),
        ...(version !== undefined && { 'anthropic-version': version }),
        ...(betas !== undefined && { 'anthropic-beta': betas }),
      },
      body: renderMessagesCall(call, { model: mappedModel(call.model, target.modelMapping), systemPrompt: target.systemPrompt }),
    }
  },
  isServed: (_, model) => isClaude(model),
}
