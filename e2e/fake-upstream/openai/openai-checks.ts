import { z } from 'zod'
import { imageOfDataUrl } from '../script.ts'
import type { Asked, SeenImage } from '../turn.ts'

const toolCall = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().regex(/^(https?:|data:image\/\w+;base64,)/) }) }),
])

const content = z.union([z.string(), z.array(part).min(1)])

const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content }),
  z.object({ role: z.literal('user'), content }),
  z.object({ role: z.literal('assistant'), content: content.nullish(), tool_calls: z.array(toolCall).min(1).optional() }),
  z.object({ role: z.literal('tool'), content, tool_call_id: z.string() }),
])

type Message = z.output<typeof message>

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    parameters: z.object({ type: z.literal('object') }).optional(),
  }),
})

const jsonSchema = z
  .object({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    strict: z.boolean().nullish(),
    schema: z.record(z.string(), z.unknown()),
  })
  .refine(({ strict, schema }) => strict !== true || schema['additionalProperties'] === false, 'additionalProperties must be false')

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({ type: z.literal('json_schema'), json_schema: jsonSchema }),
])

/** Every call is answered before anything else is said, and nothing is answered that was not called. */
const areCallsAnswered = (messages: readonly Message[]): boolean => {
  let open = new Set<string>()
  for (const entry of messages) {
    if (entry.role === 'tool') {
      if (!open.delete(entry.tool_call_id)) return false
      continue
    }
    if (open.size > 0) return false
    open = new Set(entry.role === 'assistant' ? entry.tool_calls?.map(({ id }) => id) : [])
  }
  return open.size === 0
}

const scriptedBody = z.object({
  messages: z.array(message).min(1).refine(areCallsAnswered, 'every tool call must be answered by a tool message that follows it'),
  tools: z.array(tool).min(1).optional(),
  response_format: responseFormat.optional(),
})

const textOf = (value: z.output<typeof content>): string =>
  typeof value === 'string' ? value : value.map((entry) => (entry.type === 'text' ? entry.text : '')).join('')

const imageOf = (value: z.output<typeof content>): SeenImage | undefined =>
  typeof value === 'string'
    ? undefined
    : value.flatMap((entry) => (entry.type === 'image_url' ? (imageOfDataUrl(entry.image_url.url) ?? []) : []))[0]

/** Reads a call as OpenAI does. Throws where OpenAI refuses. */
export const readOpenaiCall = (json: unknown): Asked => {
  const { messages, tools = [], response_format: format } = scriptedBody.parse(json)
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[last]?.content ?? ''
  return {
    text: textOf(question),
    tools: tools.map(({ function: { name } }) => name),
    results: messages.slice(last + 1).flatMap((entry) => (entry.role === 'tool' ? [textOf(entry.content)] : [])),
    image: imageOf(question),
    wantsJson: format !== undefined && format.type !== 'text',
  }
}
