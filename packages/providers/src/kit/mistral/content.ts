import { isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { parseDataUrl } from '@weir/dialects/openai-chat/read-parts'
import { eachMessage } from '../body.ts'

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) || parseDataUrl(text) !== undefined

/** A file as a document; what was uploaded to OpenAI is not there. */
const documentOf = (file: JsonObject, param: string): JsonObject => {
  const address = textAt(file, 'file_data') ?? textAt(file, 'file_url') ?? ''
  if (!isAddress(address)) {
    throw new UnsupportedInput(param, 'This channel takes files as file_data in a data URL with base64 content; it knows no file_id')
  }
  const name = textAt(file, 'filename')
  return { type: 'document_url', document_url: address, ...(name !== undefined && { document_name: name }) }
}

const partOf = (part: unknown, param: string): unknown => {
  if (!isObject(part)) return part
  const [file, audio] = [objectAt(part, 'file'), objectAt(part, 'input_audio')]
  switch (part['type']) {
    case 'file':
      return file === undefined ? part : documentOf(file, param)
    // Plain base64 here, in any format.
    case 'input_audio':
      return audio === undefined ? part : { ...part, input_audio: textAt(audio, 'data') ?? '' }
    case 'refusal':
      return { type: 'text', text: textAt(part, 'refusal') ?? '' }
    default:
      return part
  }
}

/** Files and speech in OpenAI's form are written in this wire's own; its own form passes. */
export const ownContent = eachMessage((message, at) => {
  const { content } = message
  if (!Array.isArray(content)) return message
  const parts: readonly unknown[] = content
  const changed = parts.map((part, place) => partOf(part, `messages[${at}].content[${place}]`))
  return changed.every((part, place) => part === parts[place]) ? message : { ...message, content: changed }
})
