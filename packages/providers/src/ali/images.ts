import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type Decoded } from '@weir/dialects/model/event'
import type { Cancel, FollowedReply, FollowUpStep, TaskCapability, TaskReply } from '@weir/dialects/model/provider'
import { STATUS_OF_ANSWERS } from '@weir/dialects/model/fault'
import type { TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { drawnUsage } from '@weir/dialects/openai-tasks/task-usage'
import { errorCodeOf, faultOfCode, refusalCode } from '../kit/dashscope/errors.ts'
import { fieldsOf, readEdit } from '../kit/input/picture-edit.ts'
import { nativeBase, nativeHeaders } from './request.ts'

/** Models that answer at once; the others take a task and are asked for its result. */
const ANSWERS_AT_ONCE = /z-image|qwen-image|wan2\.[67]/

/** Those that take pictures to edit as a task. */
const EDITS_AS_TASK = /wan2\.5-i2i/
/** These draw four where nothing is said. */
const DRAWS_SEVERAL = /^wanx?/
/** Of the newest models; the others take fewer and say so. */
const MAX_PICTURES = 10

interface Drawing {
  readonly model: string
  readonly isAtOnce: boolean
  readonly body: JsonObject
  /** To be edited. */
  readonly pictures: readonly string[]
}

/** Models that answer at once read here what the others read beside the prompt. */
const parametersOf = ({ model, isAtOnce, body }: Drawing): JsonObject => {
  const { size, ...rest } = fieldsOf(body, ['size', 'n', 'seed', 'prompt_extend', 'watermark', ...(isAtOnce ? ['negative_prompt'] : [])])
  return { ...(typeof size === 'string' && { size: size.replace('x', '*') }), ...(DRAWS_SEVERAL.test(model) && { n: 1 }), ...rest }
}

const inputOf = ({ isAtOnce, body, pictures }: Drawing): JsonObject => {
  const text = textAt(body, 'prompt') ?? ''
  const negative = textAt(body, 'negative_prompt')
  if (isAtOnce) return { messages: [{ role: 'user', content: [...pictures.map((image) => ({ image })), { text }] }] }
  return { prompt: text, ...(pictures.length > 0 && { images: pictures }), ...(negative !== undefined && { negative_prompt: negative }) }
}

const pathOf = ({ isAtOnce, pictures }: Drawing): string => {
  if (isAtOnce) return 'multimodal-generation/generation'
  return pictures.length > 0 ? 'image2image/image-synthesis' : 'text2image/image-synthesis'
}

const requestFor = (asked: Omit<Drawing, 'model' | 'isAtOnce'>, model: string, target: ChannelTarget): UpstreamRequest => {
  const drawing: Drawing = { ...asked, model, isAtOnce: ANSWERS_AT_ONCE.test(model) }
  return {
    method: 'POST',
    url: `${nativeBase(target)}/api/v1/services/aigc/${pathOf(drawing)}`,
    headers: { ...nativeHeaders(target), ...(!drawing.isAtOnce && { 'x-dashscope-async': 'enable' }) },
    body: JSON.stringify({ model, input: inputOf(drawing), parameters: parametersOf(drawing) }),
  }
}

const encode = (call: TaskCall, target: ChannelTarget): UpstreamRequest =>
  requestFor({ body: call.body ?? {}, pictures: [] }, mappedModel(call.model, target.modelMapping), target)

const encodeEdit = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  if (!ANSWERS_AT_ONCE.test(model) && !EDITS_AS_TASK.test(model)) throw new UnsupportedInput('model', 'This model does not edit pictures')
  return requestFor(readEdit(call, { maxPictures: MAX_PICTURES }), model, target)
}

const WAITING = new Set(['PENDING', 'RUNNING', 'SUSPENDED'])
const FIRST_STEPS = 5
const MAX_STEPS = 40

const bearer = (target: ChannelTarget): Readonly<Record<string, string>> => ({ authorization: `Bearer ${target.key}` })

const taskUrl = (id: string, target: ChannelTarget): string => `${nativeBase(target)}/api/v1/tasks/${encodeURIComponent(id)}`

const follow = (
  { body, step }: FollowedReply,
  target: ChannelTarget,
): FollowUpStep | ReturnType<typeof failedWith>['failure'] | undefined => {
  const output = objectAt(parseJson(body), 'output')
  const id = textAt(output, 'task_id')
  if (id === undefined || !WAITING.has(textAt(output, 'task_status') ?? '')) return undefined
  if (step >= MAX_STEPS) return failedWith('too-slow').failure
  const request: UpstreamRequest = { method: 'GET', url: taskUrl(id, target), headers: bearer(target), body: '' }
  return { request, delayMs: step < FIRST_STEPS ? 2000 : 5000 }
}

/** A task that has not begun leaves the queue; one that has is drawn to its end in any case. */
const cancel: Cancel = (said, target) => {
  const id = textAt(objectAt(parseJson(said), 'output'), 'task_id')
  return id === undefined ? undefined : { method: 'POST', url: `${taskUrl(id, target)}/cancel`, headers: bearer(target), body: '' }
}

const imageOf = (result: unknown): readonly JsonObject[] => {
  const url = textAt(result, 'url') ?? textAt(result, 'image')
  const data = textAt(result, 'b64_image')
  if (url !== undefined) return [{ url }]
  return data === undefined ? [] : [{ b64_json: data }]
}

const imagesOf = (output: JsonObject | undefined): readonly JsonObject[] => [
  ...arrayAt(output, 'results').flatMap(imageOf),
  ...arrayAt(output, 'choices').flatMap((choice) => arrayAt(objectAt(choice, 'message'), 'content').flatMap(imageOf)),
]

const decode = (bytes: Uint8Array): Decoded<TaskReply> => {
  const json = parseJson(new TextDecoder().decode(bytes))
  if (!isObject(json)) return failedWith('broken')
  const output = objectAt(json, 'output')
  const data = imagesOf(output)
  if (data.length === 0) {
    const code = errorCodeOf(json) ?? textAt(output, 'code') ?? textAt(arrayAt(output, 'results')[0], 'code') ?? ''
    const message = textAt(json, 'message') ?? textAt(output, 'message') ?? ''
    return failedWith(faultOfCode(code) ?? 'broken', message, refusalCode(STATUS_OF_ANSWERS, JSON.stringify({ code, message })))
  }
  const count = figureAt(objectAt(json, 'usage'), 'image_count') ?? data.length
  return decoded({ body: JSON.stringify({ created: 0, data }), contentType: 'application/json', usage: drawnUsage(count) })
}

export const images: TaskCapability = { encode, follow, cancel, decode: ({ bytes }) => decode(bytes) }

export const edits: TaskCapability = { ...images, encode: encodeEdit }
