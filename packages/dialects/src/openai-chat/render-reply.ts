import type { ChatReply, ToolCall } from '../model/event.ts'
import { promptTokensOf, type Usage } from '../model/usage.ts'

/** What every reply and chunk carries beside its content. */
export interface ReplyMeta {
  readonly id: string
  /** Epoch seconds. */
  readonly created: number
  readonly model: string
}

export const renderUsage = (usage: Usage) => {
  const prompt = promptTokensOf(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, ...(usage.cacheWrite > 0 && { cache_write_tokens: usage.cacheWrite }) },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }
}

/** Where Google's own OpenAI-compatible endpoint puts it, and so where clients keep it. */
export const renderSignature = (signature: string | undefined) =>
  signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }

const renderToolCall = (call: ToolCall) => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.arguments },
  ...renderSignature(call.signature),
})

/** A whole answer as OpenAI would have sent it. */
export const renderReply = (reply: ChatReply, meta: ReplyMeta): string => {
  const hasTools = reply.toolCalls.length > 0
  const message = {
    role: 'assistant',
    content: hasTools && reply.text === '' ? null : reply.text,
    refusal: null,
    ...(reply.reasoning !== '' && { reasoning_content: reply.reasoning }),
    ...(reply.sealedReasoning && { thinking_blocks: reply.sealedReasoning }),
    ...(hasTools && { tool_calls: reply.toolCalls.map(renderToolCall) }),
  }
  return JSON.stringify({
    id: meta.id,
    object: 'chat.completion',
    created: meta.created,
    model: meta.model,
    choices: [{ index: 0, message, finish_reason: reply.finishReason, logprobs: null }],
    ...(reply.usage && { usage: renderUsage(reply.usage) }),
  })
}
