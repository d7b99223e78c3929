import { arrayAt } from '@weir/dialects/json'
import { readResponseFormat } from '@weir/dialects/openai-chat/read-options'
import type { BodyChange } from '../body.ts'

/**
 * For models that know JSON but no schema: the schema is told to the model, and the answer is still forced to be JSON.
 * It stands last, because a channel's own prompt replaces a system message that stands first.
 */
export const schemaAsInstruction: BodyChange = (body) => {
  const format = readResponseFormat(body)
  if (format?.kind !== 'json-schema') return body
  const content = `Answer with one JSON object that matches this JSON schema: ${JSON.stringify(format.schema)}`
  return { ...body, messages: [...arrayAt(body, 'messages'), { role: 'system', content }], response_format: { type: 'json_object' } }
}
