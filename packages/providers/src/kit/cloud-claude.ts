import { messagesBodyOf } from '@weir/dialects/anthropic-messages/caller/render-call'
import type { JsonObject } from '@weir/dialects/json'
import type { WireCall } from '@weir/dialects/model/caller-wire'

/** What AWS and Google know of Anthropic's beta features; they refuse a call that names another. */
const KNOWN_BETAS: ReadonlySet<string> = new Set([
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'token-efficient-tools-2025-02-19',
  'interleaved-thinking-2025-05-14',
  'output-128k-2025-02-19',
  'dev-full-thinking-2025-05-14',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'tool-search-tool-2025-10-19',
  'tool-examples-2025-10-29',
])

const namedBetas = ({ headers }: WireCall): readonly string[] =>
  (headers['anthropic-beta'] ?? '')
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '')

export const cloudBetas = (call: WireCall): readonly string[] => namedBetas(call).filter((beta) => KNOWN_BETAS.has(beta))

export const droppedByCloud = (call: WireCall): readonly string[] =>
  cloudBetas(call).length === namedBetas(call).length ? [] : ['anthropic-beta']

/** The body of a caller's message for a cloud that sells the model: its name stands in the address, and the version in the body. */
export const cloudMessagesBody = (call: WireCall, systemPrompt: string): JsonObject => {
  const { model: _, stream: __, ...body } = messagesBodyOf(call, systemPrompt)
  return body
}
