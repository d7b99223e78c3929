import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../../json.ts'
import type { WireReplyMeta } from '../../model/caller-wire.ts'
import type { ChatReply, OutputAudio, OutputImage, SealedReasoning, ToolCall } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { promptTokensOf, type Usage } from '../../model/usage.ts'
import { tierForGoogle } from '../../service-tier.ts'
import { sealOf } from './seals.ts'
import { groundingOf } from './sources.ts'

const FINISHES: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
}

export const finishOf = (reason: FinishReason): string => FINISHES[reason]

interface Modalities {
  readonly audio: number | undefined
  readonly image: number | undefined
}

/** Told only where something else than text is known to be in it. */
const detailsOf = (name: string, total: number, { audio = 0, image = 0 }: Modalities): JsonObject => {
  if (audio + image === 0) return {}
  const counts = [['TEXT', Math.max(0, total - audio - image)] as const, ['AUDIO', audio] as const, ['IMAGE', image] as const]
  return { [name]: counts.filter(([, tokenCount]) => tokenCount > 0).map(([modality, tokenCount]) => ({ modality, tokenCount })) }
}

/** The prompt's count includes what was cached; that of the candidates leaves thoughts out. */
export const renderUsage = (usage: Usage): JsonObject => {
  const prompt = promptTokensOf(usage)
  const candidates = usage.output - usage.reasoning
  const serviceTier = tierForGoogle(usage.tier)
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    totalTokenCount: prompt + usage.output,
    ...(serviceTier !== undefined && { serviceTier }),
    ...detailsOf('promptTokensDetails', prompt, { audio: usage.audioInput, image: usage.imageInput }),
    ...detailsOf('candidatesTokensDetails', candidates, { audio: usage.audioOutput, image: usage.imageOutput }),
  }
}

/** Models sometimes write something else than the object that arguments should be; the function is to see it. */
const argsOf = (text: string): JsonObject => {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return isObject(parsed) ? parsed : { arguments: text }
}

const signed = (signature: string | undefined): JsonObject => (signature === undefined ? {} : { thoughtSignature: signature })

export interface Thought {
  readonly text: string
  readonly sealed: SealedReasoning
}

const callPart = ({ id, name, arguments: text, signature }: ToolCall, seal: string | undefined): JsonObject => ({
  functionCall: { id, name, args: argsOf(text) },
  ...signed(seal ?? signature),
})

/** Of calls made at once the first carries what stands behind all of them. */
export const callParts = (calls: readonly ToolCall[], { text, sealed }: Thought): readonly JsonObject[] =>
  calls.map((call, at) => {
    const { signature } = call
    const reasoning = sealed.length === 0 ? text : ''
    return callPart(call, at === 0 ? sealOf({ sealed, reasoning, ...(signature !== undefined && { signature }) }) : undefined)
  })

/** Thoughts are shown to those who ask for them. */
export const showsThoughts = ({ body }: WireReplyMeta): boolean =>
  objectAt(objectAt(body, 'generationConfig'), 'thinkingConfig')?.['includeThoughts'] === true

export const thoughtPart = (text: string): JsonObject => ({ text, thought: true })

export const imagePart = ({ mimeType, data, signature }: OutputImage): JsonObject => ({
  inlineData: { mimeType, data },
  ...signed(signature),
})

export const audioParts = ({ data, transcript }: OutputAudio): readonly JsonObject[] => [
  ...(transcript === undefined || transcript === '' ? [] : [{ text: transcript }]),
  ...(data === undefined || data === '' ? [] : [{ inlineData: { mimeType: 'audio/wav', data } }]),
]

const probabilityOf = (entry: unknown): JsonObject => ({
  token: textAt(entry, 'token') ?? '',
  logProbability: isObject(entry) && typeof entry['logprob'] === 'number' ? entry['logprob'] : 0,
})

export const logprobsFields = (logprobs: readonly JsonObject[]): JsonObject => {
  if (logprobs.length === 0) return {}
  return {
    logprobsResult: {
      chosenCandidates: logprobs.map(probabilityOf),
      topCandidates: logprobs.map((entry) => ({ candidates: arrayAt(entry, 'top_logprobs').map(probabilityOf) })),
    },
  }
}

/** One chunk of an answer; a whole reply is a single one. */
export const renderChunk = (candidate: JsonObject, { id, model }: WireReplyMeta): JsonObject => ({
  candidates: [{ ...candidate, index: 0 }],
  modelVersion: model,
  responseId: id,
})

/** What a turn must carry back stands on its calls, or where there are none on its words. */
export const textSeal = (sealed: SealedReasoning, signature: string | undefined): string | undefined =>
  sealOf({ sealed, ...(signature !== undefined && { signature }) })

const textParts = (reply: ChatReply): readonly JsonObject[] => {
  const text = reply.text + (reply.refusal ?? '')
  const seal = textSeal(reply.toolCalls.length > 0 ? [] : (reply.sealedReasoning ?? []), reply.textSignature)
  return text === '' && seal === undefined ? [] : [{ text, ...signed(seal) }]
}

const partsOf = (reply: ChatReply, meta: WireReplyMeta): readonly JsonObject[] => {
  const parts = [
    ...(reply.reasoning !== '' && showsThoughts(meta) ? [thoughtPart(reply.reasoning)] : []),
    ...textParts(reply),
    ...(reply.images ?? []).map(imagePart),
    ...(reply.audio ? audioParts(reply.audio) : []),
    ...callParts(reply.toolCalls, { text: reply.reasoning, sealed: reply.sealedReasoning ?? [] }),
  ]
  return parts.length === 0 ? [{ text: '' }] : parts
}

/** A whole answer as Google's endpoint would have sent it. */
export const renderGeminiReply = (reply: ChatReply, meta: WireReplyMeta): string => {
  const candidate = {
    content: { role: 'model', parts: partsOf(reply, meta) },
    finishReason: finishOf(reply.finishReason),
    ...groundingOf(reply.annotations ?? [], reply.text, reply.searches),
    ...logprobsFields(reply.logprobs ?? []),
  }
  return JSON.stringify({ ...renderChunk(candidate, meta), ...(reply.usage && { usageMetadata: renderUsage(reply.usage) }) })
}
