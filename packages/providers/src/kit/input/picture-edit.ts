import { arrayAt, isObject, textAt, type JsonObject } from '@weir/dialects/json'
import type { TaskCapability } from '@weir/dialects/model/provider'
import type { MultipartBody, TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel } from '@weir/dialects/model/upstream'
import { parseDataUrl } from '@weir/dialects/openai-chat/read-parts'

/** What a call asks to edit, whether it comes as a form or as JSON. */
export interface PictureEdit {
  /** By their addresses or as data URLs, in the order of the call. */
  readonly pictures: readonly string[]
  /** The other fields, as JSON has them. */
  readonly body: JsonObject
}

/** A list of files is sent under this name as well. */
const PICTURE_FIELD = /^image(?:\[\d*\])?$/
/** A form knows nothing but texts. */
const NUMBERS: ReadonlySet<string> = new Set(['n', 'seed', 'guidance_scale', 'guidance', 'num_inference_steps', 'steps', 'cfg'])
const SWITCHES: ReadonlySet<string> = new Set(['watermark', 'prompt_extend'])

/** With the type that the bytes have: clients guess it. */
const asDataUrl = (url: string): string | undefined => {
  const inline = parseDataUrl(url)
  return inline && `data:${inline.mimeType};base64,${inline.data}`
}

const addressOf = (value: unknown, param: string): string => {
  const text = textAt(value, 'image_url') ?? textAt(value, 'url') ?? (typeof value === 'string' ? value : '')
  const address = /^https?:\/\//i.test(text) ? text : asDataUrl(text)
  if (address === undefined)
    throw new UnsupportedInput(param, 'A picture must be a file, an http address or a data URL with base64 content')
  return address
}

const fileAsDataUrl = (bytes: Uint8Array): string => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return asDataUrl(`data:image/png;base64,${data}`) ?? ''
}

const valueOf = (name: string, text: string): unknown => {
  if (NUMBERS.has(name)) return Number(text)
  return SWITCHES.has(name) ? text === 'true' : text
}

const editInForm = ({ fields, files }: MultipartBody): PictureEdit => {
  const texts = Object.entries(fields)
  const linked = texts.filter(([name]) => PICTURE_FIELD.test(name)).map(([name, text]) => addressOf(text, name))
  const sent = files.filter(({ name }) => PICTURE_FIELD.test(name)).map(({ bytes }) => fileAsDataUrl(bytes))
  const body = Object.fromEntries(texts.map(([name, text]) => [name, valueOf(name, text)]))
  return { pictures: [...sent, ...linked], body: files.some(({ name }) => name === 'mask') ? { ...body, mask: true } : body }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const editInJson = (body: JsonObject): PictureEdit => ({
  pictures: [
    ...listOf(body['image'] ?? []).map((picture) => addressOf(picture, 'image')),
    ...arrayAt(body, 'images').map((picture, at) => addressOf(picture, `images[${at}]`)),
  ],
  body,
})

interface EditLimits {
  readonly maxPictures: number
}

const mostOf = (count: number): string => (count === 1 ? 'one picture' : `at most ${count} pictures`)

/** Of upstreams that take pictures and words, and no mask: without it, another picture would come back than the caller means. */
export const readEdit = (call: TaskCall, { maxPictures }: EditLimits): PictureEdit => {
  const edit = call.form === undefined ? editInJson(isObject(call.body) ? call.body : {}) : editInForm(call.form)
  if ((edit.body['mask'] ?? undefined) !== undefined) throw new UnsupportedInput('mask', 'This channel edits pictures without a mask')
  const count = edit.pictures.length
  if (count === 0) throw new UnsupportedInput('image', 'A picture to edit is missing')
  if (count > maxPictures) throw new UnsupportedInput('image', `This channel edits ${mostOf(maxPictures)} at a time`)
  return edit
}

/** Of a size: upstream's own choice, which it makes where none is named. */
const saysNothing = (value: unknown): boolean => value === undefined || value === null || value === 'auto'

/** Those of the fields that are there and say something. */
export const fieldsOf = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => !saysNothing(body[name])).map((name) => [name, body[name]]))

/** Edits of an upstream that takes the pictures in JSON, in the place of `capability`: often where it is asked to draw one. */
export const editsInJson = (
  capability: TaskCapability,
  { bodyOf, ...limits }: EditLimits & { readonly bodyOf: (edit: PictureEdit, model: string) => JsonObject },
): TaskCapability => ({
  ...capability,
  encode: (call, target, context) => {
    const body = bodyOf(readEdit(call, limits), mappedModel(call.model, target.modelMapping))
    return capability.encode({ ...call, body, form: undefined, rawBody: JSON.stringify(body) }, target, context)
  },
})
