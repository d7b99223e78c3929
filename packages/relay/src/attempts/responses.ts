import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatCapability, NativeWire, Provider, ResponsesCapability } from '@weir/dialects/model/provider'
import type { ResponsesCall } from '@weir/dialects/model/responses-call'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'
import { approximateTokens } from '@weir/dialects/model/usage'
import { chatWire } from '@weir/dialects/openai-chat/decode'
import { droppedFromChat } from '@weir/dialects/openai-responses/chat-body'
import { feeToolsOf } from '@weir/dialects/openai-responses/fee-tools'
import { renderResponsesReply, type ResponseMeta } from '@weir/dialects/openai-responses/render-reply'
import { ResponsesRenderer } from '@weir/dialects/openai-responses/render-stream'
import type { AttemptPorts } from '../ports.ts'
import { failedAttempt, type Attempt, type Attempted, type FailedAttempt, type RequestKind } from '../stage-types.ts'
import { callUpstream } from '../upstream/upstream-call.ts'
import { chatPlan, nativeReply } from './native-reply.ts'
import { passResponse } from './pass-response.ts'

const ERROR_STATUS = 500

const metaOf = (call: ResponsesCall, attempt: Attempt, ports: AttemptPorts): ResponseMeta => ({
  id: attempt.requestId,
  created: Math.floor(ports.clock() / 1000),
  model: call.model,
  body: call.body,
})

const wireOf = (chat: ChatCapability, call: ChatCall, { channel, provider }: Attempt): NativeWire => {
  const wire = chat.wireFor?.(call, channel) ?? chat.wire
  return wire.kind === 'native' ? wire : chatWire({ wire, faultOf: (body) => provider.classify(ERROR_STATUS, body) })
}

/** The call as a chat, for upstreams that know nothing else. */
const askAsChat = async (call: ResponsesCall, attempt: Attempt, ports: AttemptPorts): Promise<Attempted> => {
  const { chat } = attempt.provider
  if (chat === undefined) return failedAttempt('not-found')
  if (call.chat instanceof UnsupportedInput) throw call.chat
  const result = await callUpstream(chatPlan(chat, call.chat), attempt, ports)
  if (!result.ok) return result.failure
  const meta = metaOf(call, attempt, ports)
  return await nativeReply(result.reply, wireOf(chat, call.chat, attempt), {
    call: call.chat,
    attempt,
    model: mappedModel(call.model, attempt.channel.modelMapping),
    ports,
    format: { whole: (reply) => renderResponsesReply(reply, meta), renderer: () => new ResponsesRenderer(meta) },
  })
}

const servedBy = ({ responses }: Provider, channel: ChannelTarget): ResponsesCapability | undefined =>
  responses?.isServed?.(channel) === false ? undefined : responses

/** Many servers stand behind OpenAI's channel type without this path. A model that is not there is missing on either path. */
const isPathMissing = ({ status, body }: FailedAttempt): boolean =>
  (status === 404 || status === 405) && textAt(objectAt(parseJson(body), 'error'), 'code') !== 'model_not_found'

/** A response as a kind of request. */
export const responsesRequest = (call: ResponsesCall): RequestKind => ({
  model: call.model,
  isStream: call.isStream,
  estimate: { promptTokens: approximateTokens(call.promptBytes), maxOutputTokens: call.maxOutputTokens, choices: 1 },
  asked: call,
  isSupportedBy: (provider) => provider.chat !== undefined,
  dropped: (provider, channel) => {
    if (servedBy(provider, channel) !== undefined) return [...call.dropped, ...feeToolsOf(call.body)]
    if (call.chat instanceof UnsupportedInput) return call.dropped
    return [...call.dropped, ...droppedFromChat(call.body), ...(provider.chat?.dropped?.(call.chat, channel) ?? [])]
  },
  attempt: async (attempt, ports) => {
    const responses = servedBy(attempt.provider, attempt.channel)
    if (responses === undefined) return await askAsChat(call, attempt, ports)
    const plan = { encode: responses.encode.bind(undefined, call), follow: undefined, isStream: call.isStream }
    const result = await callUpstream(plan, attempt, ports)
    if (result.ok) return await passResponse(result.reply, { call, attempt, ports })
    return isPathMissing(result.failure) ? await askAsChat(call, attempt, ports) : result.failure
  },
})
