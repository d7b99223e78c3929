import { parseJsonObject } from '../../../shared/browser/json.ts'

export type FirstAnswer =
  | { readonly kind: 'answer'; readonly text: string; readonly requestId: string }
  | { readonly kind: 'failure'; readonly status: number; readonly message: string }

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface RawReply {
  readonly status: number
  readonly body: string
  readonly requestId: string
}

/** Reads the reply to a chat: what was said, or what went wrong in the words of the server. */
export const readAnswer = ({ status, body, requestId }: RawReply): FirstAnswer => {
  const fields = parseJsonObject(body)
  if (status !== 200) return { kind: 'failure', status, message: textOf(partOf(fields?.['error'], 'message')) || body.slice(0, 200) }
  const choices = fields?.['choices']
  const message = partOf(Array.isArray(choices) ? choices[0] : undefined, 'message')
  return { kind: 'answer', text: textOf(partOf(message, 'content')), requestId }
}
