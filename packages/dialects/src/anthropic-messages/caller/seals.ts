import { arrayAt, isObject, parseJson, textAt, type JsonObject } from '../../json.ts'
import type { SealedReasoning } from '../../model/event.ts'

/** Tells what was written here from what Anthropic signs, which alone it takes back. */
const MARK = 'weir.1.'
/** Ids hold letters, digits, dashes and lines only. */
const ID_MARK = '_weir1_'

const pack = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const unpack = (text: string): unknown => parseJson(Buffer.from(text, 'base64url').toString())

/** A signature for thoughts that no one has signed: clients send a thought back only when it has one. */
export const UNSIGNED = `${MARK}unsigned`

/** Another upstream's signed thoughts, in a block that clients carry back unread. */
export const sealedBlock = (sealed: SealedReasoning): JsonObject => ({ type: 'redacted_thinking', data: `${MARK}${pack(sealed)}` })

const sealOf = (block: JsonObject): string => textAt(block, 'signature') ?? textAt(block, 'data') ?? ''

/** Thoughts in a block of ours; undefined where the block is Anthropic's. */
export const unsealBlock = (block: JsonObject): SealedReasoning | undefined => {
  const seal = sealOf(block)
  if (!seal.startsWith(MARK)) return undefined
  const sealed = unpack(seal.slice(MARK.length))
  return Array.isArray(sealed) ? sealed.filter(isObject) : []
}

/** The id of a call with the seal on the thought behind it: results carry the id back, whatever else a client leaves out. */
export const sealId = (id: string, signature: string | undefined): string =>
  signature === undefined ? id : `${id}${ID_MARK}${pack(signature)}`

export const unsealId = (sealed: string): { readonly id: string; readonly signature: string | undefined } => {
  const at = sealed.lastIndexOf(ID_MARK)
  if (at === -1) return { id: sealed, signature: undefined }
  const signature = unpack(sealed.slice(at + ID_MARK.length))
  return { id: sealed.slice(0, at), signature: typeof signature === 'string' ? signature : undefined }
}

const isThought = (block: unknown): block is JsonObject => (textAt(block, 'type') ?? '').endsWith('thinking')

/** Ids go without their seals, in calls and in results alike. */
const withPlainId = (block: unknown): unknown => {
  if (!isObject(block)) return block
  const [id, useId] = [textAt(block, 'id'), textAt(block, 'tool_use_id')]
  return {
    ...block,
    ...(id !== undefined && { id: unsealId(id).id }),
    ...(useId !== undefined && { tool_use_id: unsealId(useId).id }),
  }
}

const withoutSealsIn = (message: unknown): unknown => {
  if (!isObject(message) || !Array.isArray(message['content'])) return message
  const kept = arrayAt(message, 'content').filter((block) => !isThought(block) || unsealBlock(block) === undefined)
  return { ...message, content: kept.map(withPlainId) }
}

export const hasSeals = (rawBody: string): boolean => rawBody.includes(MARK) || rawBody.includes(ID_MARK)

/** A conversation that went on elsewhere, without what Anthropic would refuse. */
export const withoutSeals = (body: JsonObject): JsonObject => {
  const messages = arrayAt(body, 'messages').map(withoutSealsIn)
  return { ...body, messages: messages.filter((message) => !isObject(message) || !isEmpty(message['content'])) }
}

const isEmpty = (content: unknown): boolean => Array.isArray(content) && content.length === 0
