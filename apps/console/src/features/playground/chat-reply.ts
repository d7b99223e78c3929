import { parseJsonObject } from '../../shared/browser/json.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: string
}

/** What a model has said so far. */
export interface ChatReply {
  readonly text: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCall[]
  /** In the words of the server or of upstream; empty while nothing went wrong. */
  readonly failure: string
}

export const EMPTY_REPLY: ChatReply = { text: '', reasoning: '', toolCalls: [], failure: '' }

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const withCalls = (known: readonly ToolCall[], parts: readonly unknown[]): readonly ToolCall[] => {
  const calls = [...known]
  for (const [at, part] of parts.entries()) {
    const named = partOf(part, 'index')
    const index = typeof named === 'number' ? named : at
    const before = calls[index] ?? { name: '', arguments: '' }
    const spoken = partOf(part, 'function')
    calls[index] = { name: before.name + textOf(partOf(spoken, 'name')), arguments: before.arguments + textOf(partOf(spoken, 'arguments')) }
  }
  return calls.filter((call) => call !== undefined)
}

const withMessage = (reply: ChatReply, message: unknown): ChatReply => ({
  text: reply.text + textOf(partOf(message, 'content')),
  reasoning: reply.reasoning + (textOf(partOf(message, 'reasoning_content')) || textOf(partOf(message, 'reasoning'))),
  toolCalls: withCalls(reply.toolCalls, listOf(partOf(message, 'tool_calls'))),
  failure: reply.failure,
})

const failureIn = (fields: unknown): string =>
  textOf(partOf(partOf(fields, 'error'), 'message')) || (partOf(fields, 'success') === false ? textOf(partOf(fields, 'message')) : '')

const withFields = (reply: ChatReply, fields: unknown, part: 'delta' | 'message'): ChatReply => {
  const failure = failureIn(fields)
  if (failure !== '') return { ...reply, failure }
  return withMessage(reply, partOf(listOf(partOf(fields, 'choices'))[0], part))
}

/** A whole reply, or a refusal in the form of the relay or of the management API. */
export const readWhole = (body: string): ChatReply => withFields(EMPTY_REPLY, parseJsonObject(body), 'message')

/** One line of a stream; what is no event changes nothing. */
export const readLine = (reply: ChatReply, line: string): ChatReply => {
  if (!line.startsWith('data:')) return reply
  const data = line.slice('data:'.length).trim()
  return data === '[DONE]' ? reply : withFields(reply, parseJsonObject(data), 'delta')
}
