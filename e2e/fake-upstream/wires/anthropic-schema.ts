import { z } from 'zod'
import { demand } from '../native-server.ts'

const cache_control = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).optional()
const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), cache_control })
const image = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      data: z.base64(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.url() }),
  ]),
  cache_control,
})
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/)
const toolUse = z.strictObject({ type: z.literal('tool_use'), id, name, input: z.record(z.string(), z.unknown()), cache_control })
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: id,
  content: z.union([z.string(), z.array(z.union([text, image]))]),
  is_error: z.boolean().optional(),
  cache_control,
})
const thought = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
])
const block = z.discriminatedUnion('type', [text, image, toolUse, toolResult, ...thought.options])
const content = z.union([
  z
    .string()
    .min(1)
    .transform((value) => [{ type: 'text' as const, text: value }]),
  z.array(block).min(1),
])
const message = z.strictObject({ role: z.enum(['user', 'assistant']), content })

export type Block = z.output<typeof block>

/** Keywords that the grammar behind strict tools and structured output does not know. */
const UNKNOWN_KEYWORDS =
  /"(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|pattern|maxItems|uniqueItems|oneOf|\$ref|\$defs)":/

/** A schema that answers or arguments are held to. */
export const checkSchema = (schema: unknown): void => {
  const keyword = UNKNOWN_KEYWORDS.exec(JSON.stringify(schema))?.[1]
  demand(keyword === undefined, 400, `schema: property '${keyword}' is not supported`)
  demand(JSON.stringify(schema).includes('"additionalProperties":false'), 400, 'schema: additionalProperties must be false')
}

const tool = z.strictObject({
  name,
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  cache_control,
})
/** Run by Anthropic itself, also for Vertex AI; Bedrock is not asked for it. */
const searchTool = z.strictObject({
  type: z.literal('web_search_20250305'),
  name: z.literal('web_search'),
  max_uses: z.int().positive().optional(),
  allowed_domains: z.array(z.string()).optional(),
  blocked_domains: z.array(z.string()).optional(),
  user_location: z.looseObject({ type: z.literal('approximate') }).optional(),
  cache_control,
})

const MAX_MARKS = 4

export const checkMarks = (fields: object): void => {
  const marks = JSON.stringify(fields).split('"cache_control":').length - 1
  demand(marks <= MAX_MARKS, 400, `A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${marks}.`)
}

/** Shared with clouds that resell the model and name it elsewhere. */
export const claudeFields = {
  messages: z.array(message).min(1),
  max_tokens: z.int().positive(),
  system: z.union([z.string(), z.array(text)]).optional(),
  metadata: z.strictObject({ user_id: z.string() }).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().nonnegative().optional(),
  stop_sequences: z.array(z.string()).optional(),
  thinking: z.looseObject({ type: z.enum(['enabled', 'disabled', 'adaptive', 'between_tools']) }).optional(),
  tools: z.array(tool).min(1).optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']), name: name.optional() }).optional(),
  output_config: z
    .looseObject({
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({ type: z.literal('object') }) }).optional(),
    })
    .optional(),
}

/** For those that search themselves. */
export const toolsWithSearch = z
  .array(z.union([tool, searchTool]))
  .min(1)
  .optional()

export const claudeBody = z.strictObject({
  ...claudeFields,
  tools: toolsWithSearch,
  model: z.string().min(1),
  stream: z.boolean().optional(),
})

export type Fields = Omit<z.output<typeof claudeBody>, 'model' | 'stream'>
