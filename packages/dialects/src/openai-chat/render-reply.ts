import type { JsonObject } from '../json.ts'
import type { ChatReply, OutputAudio, OutputImage, ReplyTraits, ToolCall } from '../model/event.ts'
import { pagesAlone } from '../model/url-citation.ts'
import { promptTokensOf, type Usage } from '../model/usage.ts'
import { renderInputParts, renderOutputParts } from './usage.ts'

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
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(usage.cacheWrite > 0 && { cache_write_tokens: usage.cacheWrite }),
      ...renderInputParts(usage),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, ...renderOutputParts(usage) },
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

/** Where clients of this wire look for pictures: beside the text, each a data URL. */
export const renderImage = ({ mimeType, data, signature }: OutputImage, index: number) => ({
  type: 'image_url',
  index,
  image_url: { url: `data:${mimeType};base64,${data}` },
  ...renderSignature(signature),
})

export const renderAudio = ({ id, data, transcript, expiresAt }: OutputAudio) => ({
  ...(id !== undefined && { id }),
  ...(data !== undefined && { data }),
  ...(transcript !== undefined && { transcript }),
  ...(expiresAt !== undefined && { expires_at: expiresAt }),
})

export const renderTraits = ({ systemFingerprint, serviceTier }: ReplyTraits) => ({
  ...(systemFingerprint !== undefined && { system_fingerprint: systemFingerprint }),
  ...(serviceTier !== undefined && { service_tier: serviceTier }),
})

/** The sources that a chat can name, if there are any. */
export const renderSources = (annotations: readonly JsonObject[]) => {
  const pages = pagesAlone(annotations)
  return pages.length === 0 ? undefined : { annotations: pages }
}

/** What only some answers hold. */
const extrasOf = ({ reasoning, sealedReasoning, textSignature, annotations, images, audio }: ChatReply) => ({
  ...renderSignature(textSignature),
  ...(reasoning !== '' && { reasoning_content: reasoning }),
  ...(sealedReasoning && { thinking_blocks: sealedReasoning }),
  ...renderSources(annotations ?? []),
  ...(images && { images: images.map(renderImage) }),
  ...(audio && { audio: renderAudio(audio) }),
})

/** A whole answer as OpenAI would have sent it. */
export const renderReply = (reply: ChatReply, meta: ReplyMeta): string => {
  const hasTools = reply.toolCalls.length > 0
  const message = {
    role: 'assistant',
    content: hasTools && reply.text === '' ? null : reply.text,
    refusal: reply.refusal ?? null,
    ...extrasOf(reply),
    ...(hasTools && { tool_calls: reply.toolCalls.map(renderToolCall) }),
  }
  const logprobs = reply.logprobs ? { content: reply.logprobs, refusal: null } : null
  return JSON.stringify({
    id: meta.id,
    object: 'chat.completion',
    created: meta.created,
    model: meta.model,
    choices: [{ index: 0, message, finish_reason: reply.finishReason, logprobs }],
    ...(reply.traits && renderTraits(reply.traits)),
    ...(reply.usage && { usage: renderUsage(reply.usage) }),
  })
}
