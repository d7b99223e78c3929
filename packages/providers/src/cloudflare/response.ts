import { arrayAt, countAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type Decoded } from '@weir/dialects/model/event'
import type { TaskReply, UpstreamBody } from '@weir/dialects/model/provider'
import type { TaskCall } from '@weir/dialects/model/task'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { classify } from './errors.ts'

/** In JSON mode some models answer with the object itself. */
const asText = (choice: unknown): unknown => {
  const message = objectAt(choice, 'message')
  const content = objectAt(message, 'content')
  return isObject(choice) && content !== undefined ? { ...choice, message: { ...message, content: JSON.stringify(content) } } : choice
}

const withTextContent = (json: JsonObject): JsonObject => {
  const choices = arrayAt(json, 'choices')
  const changed = choices.map(asText)
  return changed.every((choice, at) => choice === choices[at]) ? json : { ...json, choices: changed }
}

export const openNormalizer = lenientNormalizer({ first: withTextContent })

const SUCCESS = 200

const resultOf = (text: string): Decoded<JsonObject> => {
  const json = parseJson(text)
  if (!isObject(json)) return failedWith('broken')
  const result = objectAt(json, 'result')
  return json['success'] === false || result === undefined ? failedWith(classify(SUCCESS, text)) : decoded(result)
}

const imageReply = (data: string): Decoded<TaskReply> =>
  decoded({ body: JSON.stringify({ created: 0, data: [{ b64_json: data }] }), contentType: 'application/json', usage: undefined })

/** Older models answer with the bytes of the picture. */
export const decodeImages = ({ contentType, bytes }: UpstreamBody): Decoded<TaskReply> => {
  if (contentType.startsWith('image/')) return imageReply(Buffer.from(bytes).toString('base64'))
  const result = resultOf(new TextDecoder().decode(bytes))
  if (!result.ok) return result
  const image = textAt(result.value, 'image')
  return image === undefined ? failedWith('broken') : imageReply(image)
}

export const decodeRerank = ({ bytes }: UpstreamBody, call: TaskCall): Decoded<TaskReply> => {
  const result = resultOf(new TextDecoder().decode(bytes))
  if (!result.ok) return result
  const results = arrayAt(result.value, 'response')
    .filter(isObject)
    .map((entry) => ({
      index: countAt(entry, 'id') ?? 0,
      relevance_score: entry['score'],
    }))
  return decoded({ body: JSON.stringify({ model: call.model, results }), contentType: 'application/json', usage: undefined })
}
