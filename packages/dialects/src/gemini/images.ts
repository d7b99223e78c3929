import { arrayAt, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import { decoded, failedWith, type Decoded } from '../model/event.ts'
import type { TaskReply, UpstreamBody } from '../model/provider.ts'
import type { TaskCall } from '../model/task.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import type { Usage } from '../model/usage.ts'
import { readNumber } from '../openai-chat/read-options.ts'
import { usageFromGemini } from './read-usage.ts'

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const

const quotient = (ratio: string): number => {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** OpenAI's sizes are pixels; these models take the nearest of five shapes. */
const aspectRatio = (size: string | undefined): string | undefined => {
  const match = /^(\d+)x(\d+)$/.exec(size ?? '')
  if (match === null) return undefined
  const wished = Number(match[1]) / Number(match[2])
  return RATIOS.toSorted((a, b) => Math.abs(Math.log(quotient(a) / wished)) - Math.abs(Math.log(quotient(b) / wished)))[0]
}

/** Imagen has a method of its own; other models draw within an ordinary answer. */
export const isImagen = (model: string): boolean => model.includes('imagen')

export const renderImageCall = (call: TaskCall, model: string): JsonObject => {
  const prompt = textAt(call.body, 'prompt') ?? ''
  const ratio = aspectRatio(textAt(call.body, 'size'))
  if (isImagen(model)) {
    const parameters = { sampleCount: readNumber(call.body ?? {}, 'n') ?? 1, ...(ratio !== undefined && { aspectRatio: ratio }) }
    return { instances: [{ prompt }], parameters }
  }
  if ((readNumber(call.body ?? {}, 'n') ?? 1) > 1) throw new UnsupportedInput('n', 'This model draws one picture at a time')
  return {
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: { responseModalities: ['IMAGE'], ...(ratio !== undefined && { imageConfig: { aspectRatio: ratio } }) },
  }
}

const picturesOf = (json: unknown): readonly string[] => [
  ...arrayAt(json, 'predictions').flatMap((entry) => textAt(entry, 'bytesBase64Encoded') ?? []),
  ...arrayAt(json, 'candidates')
    .flatMap((candidate) => arrayAt(objectAt(candidate, 'content'), 'parts'))
    .flatMap((part) => textAt(objectAt(part, 'inlineData'), 'data') ?? []),
]

/** Models that draw within an answer are sold by tokens. Where upstream does not say so, all that is no thought is pictures. */
const usageOf = (json: unknown): Usage | undefined => {
  const wire = objectAt(json, 'usageMetadata')
  const usage = wire && usageFromGemini(wire)
  return usage && { imageOutput: usage.output - usage.reasoning, ...usage }
}

const text = new TextDecoder()

/** Pictures as OpenAI would have sent them. None at all means that a filter held them back. */
export const parseImages = (reply: UpstreamBody): Decoded<TaskReply> => {
  const json = parseJson(text.decode(reply.bytes))
  const pictures = picturesOf(json)
  if (pictures.length === 0)
    return failedWith(json === undefined ? 'broken' : 'bad-request', 'No picture was made; the prompt may have been filtered')
  const body = JSON.stringify({ created: 0, data: pictures.map((data) => ({ b64_json: data })) })
  return decoded({ body, contentType: 'application/json', usage: usageOf(json) })
}
