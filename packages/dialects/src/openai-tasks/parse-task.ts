import { isObject, parseJson, textAt, type JsonObject } from '../json.ts'
import { isRoutingField, withoutRoutingFields, type CheckedBody } from '../model/routing-fields.ts'
import type { FormFile, Task, TaskCall } from '../model/task.ts'
import type { Usage } from '../model/usage.ts'
import { shapeProblem } from '../openai-chat/body-shape.ts'
import { modelProblem } from '../openai-chat/model-name.ts'
import type { CallProblem } from '../model/call.ts'
import { promptTextOf } from '../openai-chat/prompt-text.ts'
import { DEFAULT_IMAGE_QUALITY, DEFAULT_IMAGE_SIZE, imageUnits, pictureWord } from './image-size.ts'
import { parseMultipart } from './multipart.ts'
import { msOfSize, soundMs } from './sound-length.ts'

/** A task with what must be known of it before upstream answers. */
export interface ParsedTask {
  readonly call: TaskCall
  /** Fields that were taken out at the door because they choose a model, a provider or a price by another way. */
  readonly dropped: readonly string[]
  /** Models that serve the call where nobody serves its own, because the caller named none. */
  readonly furtherModels?: readonly string[] | undefined
  /** What the prompt would be counted from when upstream reports nothing. */
  readonly promptText: string
  readonly maxOutputTokens: number
  /** Known in advance where the price is per picture, character or second. */
  readonly fixedUsage: Usage | undefined
}

export type TaskResult = { readonly ok: true; readonly value: ParsedTask } | { readonly ok: false; readonly problem: CallProblem }

const refuse = (param: string, zh: string, en: string): TaskResult => ({ ok: false, problem: { param, zh, en } })

const DEFAULT_MODELS: Readonly<Partial<Record<Task, string>>> = {
  moderations: 'omni-moderation-latest',
  'images/generations': 'dall-e-2',
  'images/edits': 'dall-e-2',
  'images/variations': 'dall-e-2',
  'audio/transcriptions': 'whisper-1',
  'audio/translations': 'whisper-1',
}

/** An empty name is none. */
const modelOr = (task: Task, named: string): string => (named || (DEFAULT_MODELS[task] ?? '')).trim()

/** What a call without a model may mean as well, the nearest first: channels of older installations know these names alone. */
const FURTHER_MODELS: Readonly<Partial<Record<Task, readonly string[]>>> = {
  moderations: ['omni-moderation-2024-09-26', 'text-moderation-stable', 'text-moderation-latest', 'text-moderation-007'],
}

/** The field without which a task makes no sense. */
const REQUIRED: Readonly<Partial<Record<Task, string>>> = {
  completions: 'prompt',
  embeddings: 'input',
  moderations: 'input',
  'images/generations': 'prompt',
  'audio/speech': 'input',
  rerank: 'query',
}

const MAX_SPEECH_CHARACTERS = 4096
const MAX_IMAGES = 10
/** Longer ones are not told back. */
const MAX_SIZE_CHARACTERS = 32
const DEFAULT_COMPLETION_TOKENS = 16

const fixed = (unit: NonNullable<Usage['unit']>, input: number): Usage => ({
  input,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  unit,
  source: 'estimate',
})

const countOf = (value: unknown): number | undefined => {
  const count = value === undefined || value === null || value === '' ? 1 : Number(value)
  return Number.isSafeInteger(count) && count >= 1 && count <= MAX_IMAGES ? count : undefined
}

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback)

const sizeProblem = (model: string, size: string): CallProblem =>
  size.length > MAX_SIZE_CHARACTERS
    ? { param: 'size', zh: `模型 ${model} 不支持该尺寸`, en: `The model ${model} does not support this size` }
    : { param: 'size', zh: `模型 ${model} 不支持尺寸 ${size}`, en: `The model ${model} does not support the size ${size}` }

/** How many pictures are asked for. Some upstreams read the second name, and take it where both are given. */
const COUNT_FIELDS = ['n', 'batch_size'] as const
const SIZE_FIELDS = ['size', 'image_size'] as const

type ReadField = (name: string) => unknown

const countProblem = (param: string): CallProblem => ({
  param,
  zh: `${param} 必须是 1 到 ${MAX_IMAGES} 的整数`,
  en: `The field ${param} must be a whole number from 1 to ${MAX_IMAGES}`,
})

/** Which of the two is drawn, and at which price, would be upstream's choice. */
const SIZED_TWICE: CallProblem = {
  param: 'image_size',
  zh: 'size 和 image_size 只能填写一个',
  en: 'Send either size or image_size, not both',
}

const imagesUsage = (model: string, read: ReadField): Usage | CallProblem => {
  const wrong = COUNT_FIELDS.find((name) => countOf(read(name)) === undefined)
  if (wrong !== undefined) return countProblem(wrong)
  const count = Math.max(...COUNT_FIELDS.map((name) => countOf(read(name)) ?? 1))
  const [given = DEFAULT_IMAGE_SIZE, second = given] = SIZE_FIELDS.map((name) => textOf(read(name), '')).filter((size) => size !== '')
  if (second !== given) return SIZED_TWICE
  const size = given
  const quality = textOf(read('quality'), DEFAULT_IMAGE_QUALITY)
  const units = imageUnits(model, size, quality)
  if (units === undefined) return sizeProblem(model, size)
  return { ...fixed('image', units * count), picture: { size: pictureWord(size), quality: pictureWord(quality), count } }
}

/** Each is answered by itself. A list of numbers is one prompt, written in tokens. */
const promptsIn = ({ prompt }: JsonObject): number => (Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1)

const completionLimit = (body: JsonObject): number | undefined => {
  const tokens = body['max_tokens'] ?? DEFAULT_COMPLETION_TOKENS
  const choices = Math.max(Number(body['n'] ?? 1), Number(body['best_of'] ?? 1))
  const total = Number(tokens) * choices * promptsIn(body)
  return Number.isSafeInteger(total) && total >= 0 ? total : undefined
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields under which an upstream takes the address of a recording. Few of them tell its length afterwards. */
const LINK_FIELDS = ['url', 'file'] as const

const linkProblem = (read: ReadField): CallProblem | undefined => {
  const param = LINK_FIELDS.find((name) => /^\s*https?:/i.test(textOf(read(name), '')))
  return (
    param && {
      param,
      zh: '无法计量只给出地址的录音，请上传文件',
      en: 'A recording that is only linked cannot be measured: upload the file',
    }
  )
}

const soundUsage = (read: ReadField, milliseconds: number): Usage | CallProblem => linkProblem(read) ?? fixed('millisecond', milliseconds)

interface JsonTask extends CheckedBody {
  readonly task: Task
  readonly model: string
}

/** Files in JSON are written in base64, four characters for three bytes. */
const BYTES_PER_CHARACTER = 3 / 4

const fixedUsageOf = ({ task, model, body, rawBody }: JsonTask): Usage | CallProblem | undefined => {
  switch (task) {
    case 'audio/transcriptions':
    case 'audio/translations':
      return soundUsage((name) => body[name], msOfSize(rawBody.length * BYTES_PER_CHARACTER))
    case 'images/generations':
    case 'images/edits':
    case 'images/variations':
      return imagesUsage(model, (name) => body[name])
    case 'audio/speech': {
      const text = textAt(body, 'input')
      if (text === undefined) return { param: 'input', zh: 'input 必须是文本', en: 'The field input must be a text' }
      const characters = [...text].length
      if (characters > MAX_SPEECH_CHARACTERS)
        return {
          param: 'input',
          zh: `input 不能超过 ${MAX_SPEECH_CHARACTERS} 个字符`,
          en: `The field input must not be longer than ${MAX_SPEECH_CHARACTERS} characters`,
        }
      return fixed('character', characters)
    }
    case 'rerank':
      return fixed('query', 1)
    default:
      return undefined
  }
}

const readTask = (given: JsonTask): TaskResult => {
  const { task, rawBody, body, model, dropped } = given
  const required = REQUIRED[task]
  if (required !== undefined && isMissing(body[required]))
    return refuse(required, `缺少 ${required} 字段`, `The field ${required} is missing`)
  const maxOutputTokens = task === 'completions' ? completionLimit(body) : 0
  if (maxOutputTokens === undefined) return refuse('max_tokens', 'max_tokens 无效', 'The field max_tokens is not valid')
  const fixedUsage = fixedUsageOf(given)
  if (fixedUsage !== undefined && 'param' in fixedUsage) return { ok: false, problem: fixedUsage }
  const call = { task, model, isStream: body['stream'] === true, body, form: undefined, rawBody }
  return { ok: true, value: { call, dropped, promptText: promptTextOf(body), maxOutputTokens, fixedUsage } }
}

/** A task whose body is JSON. */
export const parseJsonTask = (task: Task, rawBody: string, pathModel?: string): TaskResult => {
  const problem = shapeProblem(rawBody)
  if (problem !== undefined) return { ok: false, problem }
  const given = parseJson(rawBody)
  if (!isObject(given)) return refuse('', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object')
  const checked = withoutRoutingFields(given, rawBody)
  const { body } = checked
  const named = textAt(body, 'model') || pathModel || ''
  const model = modelOr(task, named)
  const wrongModel = modelProblem(model)
  if (wrongModel !== undefined) return { ok: false, problem: wrongModel }
  const read = readTask({ ...checked, task, model })
  const furtherModels = named === '' ? FURTHER_MODELS[task] : undefined
  return read.ok && furtherModels !== undefined ? { ok: true, value: { ...read.value, furtherModels } } : read
}

/** What a form is charged by; with two of them, an upstream may serve the other. */
const PRICED_FIELDS = ['model', 'quality', ...COUNT_FIELDS, ...SIZE_FIELDS]

const lengthOfAll = (files: readonly FormFile[]): number => files.reduce((sum, { bytes }) => sum + soundMs(bytes), 0)

/** A task whose body is a form with files. */
export const parseFormTask = (task: Task, contentType: string, bytes: Uint8Array): TaskResult => {
  const form = parseMultipart(contentType, bytes)
  if (form === undefined) return refuse('', '请求体不是合法的 multipart 表单', 'The request body is not a valid multipart form')
  // The bytes of a form are passed on in pieces, from which nothing can be taken out.
  const routing = Object.entries(form.fields).find(([name, value]) => isRoutingField(name, value))?.[0]
  if (routing !== undefined) return refuse(routing, `不支持字段 ${routing}`, `The field ${routing} is not supported`)
  const repeated = PRICED_FIELDS.find((name) => form.repeated.has(name))
  if (repeated !== undefined) return refuse(repeated, `字段 ${repeated} 重复`, `The field ${repeated} stands in the form more than once`)
  const model = modelOr(task, form.fields['model'] ?? '')
  const wrongModel = modelProblem(model)
  if (wrongModel !== undefined) return { ok: false, problem: wrongModel }
  const read: ReadField = (name) => form.fields[name]
  const isAudio = task === 'audio/transcriptions' || task === 'audio/translations'
  const fixedUsage = isAudio ? soundUsage(read, lengthOfAll(form.files)) : imagesUsage(model, read)
  if ('param' in fixedUsage) return { ok: false, problem: fixedUsage }
  const call = { task, model, isStream: form.fields['stream'] === 'true', body: undefined, form, rawBody: '' }
  return { ok: true, value: { call, dropped: [], promptText: form.fields['prompt'] ?? '', maxOutputTokens: 0, fixedUsage } }
}
