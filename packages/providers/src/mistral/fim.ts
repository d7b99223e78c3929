import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { changes, onlyFields, renameField } from '../kit/body.ts'

const FIELDS = [
  'model',
  'prompt',
  'suffix',
  'temperature',
  'top_p',
  'max_tokens',
  'min_tokens',
  'stream',
  'stop',
  'random_seed',
  'metadata',
]

/** One prompt at a time, as a text of its own. */
const singlePrompt = (body: JsonObject): JsonObject => {
  const list = arrayAt(body, 'prompt')
  return list.length === 1 ? { ...body, prompt: list[0] } : body
}

/** Whatever is unknown here is refused with 422. */
export const toFim = changes(renameField('seed', 'random_seed'), singlePrompt, onlyFields(...FIELDS))

const textChoice = (choice: unknown): unknown => {
  const message = objectAt(choice, 'delta') ?? objectAt(choice, 'message')
  if (!isObject(choice) || message === undefined) return choice
  const { index = 0, finish_reason: finish = null } = choice
  return { index, text: textAt(message, 'content') ?? '', logprobs: null, finish_reason: finish }
}

/** Code between a beginning and an end is answered as a chat would be, and asked for as a completion. */
export const chatAsCompletion = (json: JsonObject): JsonObject =>
  Array.isArray(json['choices']) ? { ...json, object: 'text_completion', choices: arrayAt(json, 'choices').map(textChoice) } : json
