import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type EncodeContext, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { readEffort, readNumber } from '@weir/dialects/openai-chat/read-options'
import { parseDataUrl } from '@weir/dialects/openai-chat/read-parts'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { changes, clampField, eachMessage, forModels, renameField, withoutFields, type BodyChange } from '../kit/body.ts'
import { freeToolChoice } from '../kit/input/allowed-tools.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { oneAnswerOnly } from '../kit/input/one-answer.ts'
import { textOnly } from '../kit/input/text-only.ts'
import { signToken } from './sign.ts'
import type { LegacyMessage, LegacyRequest } from './wire.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(16)

/** What operators write behind the host for the newer wire. */
export const NEWER_PATH = /\/api(\/coding)?\/paas\/v4$/

export const isLegacyModel = (model: string): boolean => model.startsWith('chatglm_')

export const DROPPED = [
  'n',
  'seed',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'presence_penalty',
  'frequency_penalty',
  'parallel_tool_calls',
]

const stopAsList: BodyChange = (body) => (typeof body['stop'] === 'string' ? { ...body, stop: [body['stop']] } : body)

const effortAsThinking: BodyChange = (body) => {
  const effort = readEffort(body)
  const rest = withoutFields('reasoning_effort')(body, '')
  if (effort === undefined || body['thinking'] !== undefined) return rest
  return { ...rest, thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }
}

const bareImage = (part: unknown): unknown => {
  const inline = parseDataUrl(textAt(objectAt(part, 'image_url'), 'url') ?? '')
  return isObject(part) && inline ? { ...part, image_url: { url: inline.data } } : part
}

/** The first models that see take an image's base64 without the head of a data URL. */
const bareImages = eachMessage((message) =>
  Array.isArray(message['content']) ? { ...message, content: arrayAt(message, 'content').map(bareImage) } : message,
)

export const adaptChat = changes(
  oneAnswerOnly,
  olderNames,
  renameField('user', 'user_id'),
  clampField('temperature', { min: 0, max: 1 }),
  clampField('top_p', { min: 0.01, max: 0.99 }),
  forModels(/^glm-4v/, changes(clampField('max_tokens', { max: 1024 }), bareImages)),
  forModels(/^glm-zero/, clampField('max_tokens', { max: 15_300 })),
  stopAsList,
  // Only the model's own choice is promised; to be forced to a tool is refused.
  freeToolChoice,
  effortAsThinking,
  schemaAsInstruction,
)

/** The older of the two models takes one text, not a list. */
export const adaptEmbeddings: BodyChange = forModels(/^embedding-2$/, (body) => {
  const { input } = body
  if (!Array.isArray(input)) return body
  if (input.length !== 1) throw new UnsupportedInput('input', 'This model embeds one text at a time')
  return { ...body, input: arrayAt(body, 'input')[0] }
})

export const maxInputs = (model: string): number | undefined => {
  if (model === 'embedding-2') return 1
  return model === 'embedding-3' ? 64 : undefined
}

export const adaptImages = changes(oneAnswerOnly, withoutFields('n', 'response_format', 'style'), renameField('user', 'user_id'))

const legacyMessage = (message: Message): LegacyMessage => {
  switch (message.role) {
    case 'system':
    case 'assistant':
      return { role: message.role, content: message.text }
    case 'user':
    case 'tool':
      return { role: 'user', content: textOnly(message.parts) }
  }
}

const legacyBody = (call: ChatCall, target: ChannelTarget): LegacyRequest & JsonObject => {
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  return {
    prompt: readMessages(call.body, target.systemPrompt).map(legacyMessage),
    ...(temperature !== undefined && { temperature: Math.min(temperature, 1) }),
    ...(topP !== undefined && { top_p: Math.min(topP, 0.99) }),
  }
}

export const encodeLegacy = (call: ChatCall, target: ChannelTarget, { now }: EncodeContext): UpstreamRequest => {
  const model = encodeURIComponent(mappedModel(call.model, target.modelMapping))
  const base = baseUrlOf(target, DEFAULT_BASE_URL).replace(NEWER_PATH, '')
  return {
    method: 'POST',
    url: `${base}/api/paas/v3/model-api/${model}/${call.isStream ? 'sse-invoke' : 'invoke'}`,
    headers: {
      authorization: signToken(target.key, now),
      'content-type': 'application/json',
      accept: call.isStream ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify(legacyBody(call, target)),
  }
}

/** What the older wire can say of a chat call. */
export const KNOWN_BY_LEGACY = ['temperature', 'top_p']
