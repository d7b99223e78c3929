import { figureAt, isObject, objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import { STATUS_OF_ANSWERS } from '@weir/dialects/model/fault'
import type { Provider, TaskCapability } from '@weir/dialects/model/provider'
import { isTaskAnswer } from '@weir/dialects/openai-tasks/task-answer'
import { askBalance, dataAmount } from '../kit/balance.ts'
import { defaultBaseUrlOf, unversionedUrlOf } from '../kit/base-url.ts'
import { changes, renameField, withoutFields } from '../kit/body.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { editsInJson, fieldsOf, type PictureEdit } from '../kit/input/picture-edit.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'

const defaultBaseUrl = defaultBaseUrlOf(44)

const adaptImages = changes(renameField('size', 'image_size'), renameField('n', 'batch_size'), withoutFields('response_format'))

const compatible = openaiProvider({
  id: 'siliconflow',
  channelType: 44,
  filtersAllowedTools: true,
  adapt: olderNames,
  wires: { messages: messagesWireAt({ channelType: 44, path: '/v1/messages' }) },
  extensions: ['reasoning_content', 'top_k'],
  adaptTask: { 'images/generations': adaptImages },
  // An answer may end with the word "eos".
  openNormalizer: lenientNormalizer(),
  tasks: ['embeddings', 'images/generations', 'audio/speech', 'audio/transcriptions', 'rerank'],
  codes: { '30001': 'out-of-credit', '20012': 'not-found', '50505': 'overloaded', '50603': 'overloaded' },
  balance: askBalance({
    url: (target) => `${unversionedUrlOf(target, defaultBaseUrl)}/v1/user/info`,
    read: (reply) => (reply['code'] === 20_000 ? dataAmount('totalBalance')(reply) : undefined),
  }),
})

const decoder = new TextDecoder()

/** A reranker's tokens stand in `meta`; the reply itself is what clients expect. */
const readRerank: NonNullable<TaskCapability['decode']> = ({ bytes, contentType }) => {
  const body = decoder.decode(bytes)
  const json = parseJson(body)
  if (!isObject(json) || !isTaskAnswer('rerank', json)) return failedWith(compatible.classify(STATUS_OF_ANSWERS, body))
  const tokens = objectAt(objectAt(json, 'meta'), 'tokens')
  const input = figureAt(tokens, 'input_tokens')
  const usage = {
    input: input ?? 0,
    cacheRead: 0,
    cacheWrite: 0,
    output: figureAt(tokens, 'output_tokens') ?? 0,
    reasoning: 0,
    source: 'upstream',
  } as const
  return decoded({ body, contentType, usage: input === undefined ? undefined : usage })
}

/** The first picture goes without a number. */
const MAX_PICTURES = 3
const fieldAt = (at: number): string => (at === 0 ? 'image' : `image${at + 1}`)
const EDIT_FIELDS = ['model', 'prompt', 'size', 'n', 'negative_prompt', 'seed', 'num_inference_steps', 'guidance_scale', 'cfg']

const editBody = ({ pictures, body }: PictureEdit): JsonObject => ({
  ...fieldsOf(body, EDIT_FIELDS),
  ...Object.fromEntries(pictures.map((picture, at) => [fieldAt(at), picture])),
})

/** Pictures stand in `images`, and only sometimes where clients look for them as well. */
const imagesAsData = (json: JsonObject): JsonObject =>
  json['data'] === undefined && Array.isArray(json['images']) ? { ...json, data: json['images'] } : json

const { rerank, 'images/generations': drawn } = compatible.tasks ?? {}
const images: TaskCapability | undefined = drawn && { ...drawn, openNormalizer: () => ({ normalize: imagesAsData }) }

export const siliconflow: Provider = {
  ...compatible,
  tasks: {
    ...compatible.tasks,
    ...(images && {
      'images/generations': images,
      'images/edits': editsInJson(images, { maxPictures: MAX_PICTURES, bodyOf: editBody }),
    }),
    ...(rerank && { rerank: { ...rerank, decode: readRerank } }),
  },
}
