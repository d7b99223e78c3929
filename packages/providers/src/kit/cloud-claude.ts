import { messagesBodyOf } from '@weir/dialects/anthropic-messages/caller/render-call'
import { arrayAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { WireCall } from '@weir/dialects/model/caller-wire'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'

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

/** Those that the cloud knows; with `also`, what it must be told beside them. */
export const cloudBetas = (call: WireCall, also: readonly string[] = []): readonly string[] => [
  ...new Set([...namedBetas(call).filter((beta) => KNOWN_BETAS.has(beta)), ...also]),
]

export const droppedByCloud = (call: WireCall, also: readonly string[] = []): readonly string[] =>
  namedBetas(call).every((beta) => KNOWN_BETAS.has(beta) || also.includes(beta)) ? [] : ['anthropic-beta']

/** No more of a type is told back. */
const MAX_TYPE_CHARACTERS = 64
const RUN_BY_ANTHROPIC = /^(?:web_search|web_fetch|code_execution)_\d{8}$/

/** For a cloud that sells the models without the tools that Anthropic runs: an answer without what was asked for must not pass for one with it. */
export const refuseHostedTools = ({ body }: WireCall): void => {
  for (const [at, tool] of arrayAt(body, 'tools').entries()) {
    const type = textAt(tool, 'type') ?? ''
    if (!RUN_BY_ANTHROPIC.test(type)) continue
    const told = type.slice(0, MAX_TYPE_CHARACTERS)
    throw new UnsupportedInput(`tools[${at}]`, `Bedrock does not run the tool ${told}: leave it out, or ask for a model on another channel`)
  }
}

/** The body of a caller's message for a cloud that sells the model: its name stands in the address, and the version in the body. */
export const cloudMessagesBody = (call: WireCall, systemPrompt: string): JsonObject => {
  const { model: _, stream: __, ...body } = messagesBodyOf(call, systemPrompt)
  return body
}
