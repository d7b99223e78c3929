import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { halves, inPieces, type Answer, type Asked } from '../script.ts'

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

type Block = z.output<typeof block>

/** Keywords that the grammar behind strict tools and structured output does not know. */
const UNKNOWN_KEYWORDS =
  /"(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|pattern|maxItems|uniqueItems|oneOf|\$ref|\$defs)":/

/** A schema that answers or arguments are held to. */
export const checkSchema = (schema: unknown): void => {
  const keyword = UNKNOWN_KEYWORDS.exec(JSON.stringify(schema))?.[1]
  demand(keyword === undefined, 400, `schema: property '${keyword}' is not supported`)
  demand(JSON.stringify(schema).includes('"additionalProperties":false'), 400, 'schema: additionalProperties must be false')
}

const MAX_MARKS = 4

const checkMarks = (fields: object): void => {
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
  tools: z
    .array(
      z.strictObject({
        name,
        description: z.string().optional(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        strict: z.boolean().optional(),
        cache_control,
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']), name: name.optional() }).optional(),
  output_config: z
    .looseObject({
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({ type: z.literal('object') }) }).optional(),
    })
    .optional(),
}

const body = z.strictObject({ ...claudeFields, model: z.string().min(1), stream: z.boolean().optional() })

type Fields = Omit<z.output<typeof body>, 'model' | 'stream'>

const idsOf = (blocks: readonly Block[] | undefined, type: 'tool_use' | 'tool_result'): readonly string[] =>
  (blocks ?? []).flatMap((entry) => {
    if (entry.type !== type) return []
    return [entry.type === 'tool_use' ? entry.id : entry.tool_use_id]
  })

/** Every tool_use is answered in the very next message, and nothing else is. */
const checkTurns = ({ messages }: Fields): void => {
  demand(messages[0]?.role === 'user', 400, 'messages: first message must use the "user" role')
  for (const [at, { content: blocks }] of messages.entries()) {
    const called = idsOf(messages[at - 1]?.content, 'tool_use')
    demand(
      called.toSorted().join() === idsOf(blocks, 'tool_result').toSorted().join(),
      400,
      `messages.${at}: tool_use ids without tool_result`,
    )
  }
}

const checkTools = ({ tools = [], tool_choice: choice, output_config: config, thinking }: Fields): void => {
  for (const tool of tools) if (tool.strict === true) checkSchema(tool.input_schema)
  if (config?.format !== undefined) checkSchema(config.format.schema)
  const isForced = choice?.type === 'any' || choice?.type === 'tool'
  demand(!isForced || thinking?.type !== 'enabled', 400, 'Thinking may not be enabled when tool_choice forces tool use.')
}

/** Upstream's seal on its thoughts. */
export const CLAUDE_SEAL = 'EqQBCkYIBxgCKkDfake'

const isThinking = ({ thinking }: Fields): boolean => thinking !== undefined && thinking.type !== 'disabled'

/** A thought comes back as it was signed, and with every call that it led to. */
const checkThoughts = (fields: Fields): void => {
  for (const [at, { role, content: blocks }] of fields.messages.entries()) {
    const thoughts = blocks.filter((entry) => entry.type === 'thinking')
    demand(
      thoughts.every(({ signature }) => signature === CLAUDE_SEAL),
      400,
      `messages.${at}: Invalid \`signature\` in \`thinking\` block`,
    )
    const isMissing = isThinking(fields) && role === 'assistant' && thoughts.length === 0 && idsOf(blocks, 'tool_use').length > 0
    demand(!isMissing, 400, `messages.${at}: Expected \`thinking\`, but found \`tool_use\``)
  }
}

export const askedOfClaude = (fields: Fields): Asked => {
  checkTurns(fields)
  checkMarks(fields)
  checkTools(fields)
  checkThoughts(fields)
  const { messages, tools = [], tool_choice: choice, output_config: config } = fields
  const isQuestion = (blocks: readonly Block[]) => blocks.some((entry) => entry.type === 'text')
  const last = messages.findLastIndex((entry) => entry.role === 'user' && isQuestion(entry.content))
  const question = messages[last]?.content ?? []
  const [shown] = question.flatMap((entry) => (entry.type === 'image' && entry.source.type === 'base64' ? [entry.source] : []))
  const results = messages
    .slice(last + 1)
    .flatMap((entry) => entry.content.flatMap((part) => (part.type === 'tool_result' ? [part.content] : [])))
  return {
    text: question.map((entry) => (entry.type === 'text' ? entry.text : '')).join(''),
    tools: tools.map((tool) => tool.name),
    results: results.map((result) =>
      typeof result === 'string' ? result : result.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    ),
    image: shown && { mimeType: shown.media_type, base64: shown.data },
    wantsJson: config?.format !== undefined,
    forcedTool: choice?.name,
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

/** How an answer differs with what was asked for. */
interface ClaudeManner {
  readonly thinks: boolean
  readonly caches: boolean
}

const PLAIN: ClaudeManner = { thinks: false, caches: false }

/** A prefix that is to be kept for an hour is read and written in part. */
const CACHED_USAGE = {
  cache_read_input_tokens: 100,
  cache_creation_input_tokens: 40,
  cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 30 },
}

const mannerOf = (fields: Fields): ClaudeManner => ({
  thinks: isThinking(fields),
  caches: JSON.stringify(fields).includes('"ttl":"1h"'),
})

const inputUsage = ({ caches }: ClaudeManner) => ({ input_tokens: DEFAULT_USAGE.prompt_tokens, ...(caches && CACHED_USAGE) })

const THOUGHT = { type: 'thinking' as const, thinking: 'Let me see.', signature: CLAUDE_SEAL }

const saidBlocks = (answer: Said) =>
  answer.kind === 'text'
    ? [{ type: 'text' as const, text: answer.text }]
    : answer.calls.map((call) => ({ type: 'tool_use' as const, id: `toolu_${call.id}`, name: call.name, input: call.arguments }))

const blocksOf = (answer: Said, { thinks }: ClaudeManner) => [...(thinks ? [THOUGHT] : []), ...saidBlocks(answer)]

const stopReason = ({ kind }: Said): string => (kind === 'text' ? 'end_turn' : 'tool_use')

const shell = (model: string) => ({ id: 'msg_fake', type: 'message', role: 'assistant', model, stop_sequence: null })

export const claudeReply = (answer: Said, model: string, manner = PLAIN): object => ({
  ...shell(model),
  content: blocksOf(answer, manner),
  stop_reason: stopReason(answer),
  usage: { ...inputUsage(manner), output_tokens: DEFAULT_USAGE.completion_tokens },
})

type Spoken = ReturnType<typeof blocksOf>[number]

const deltasOf = (entry: Spoken): readonly object[] => {
  switch (entry.type) {
    case 'text':
      return inPieces(entry.text).map((piece) => ({ type: 'text_delta', text: piece }))
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: entry.thinking },
        { type: 'signature_delta', signature: entry.signature },
      ]
    case 'tool_use':
      return halves(JSON.stringify(entry.input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
  }
}

const begunBlock = (entry: Spoken): object => {
  switch (entry.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'tool_use':
      return { ...entry, input: {} }
  }
}

const blockEvents = (entry: Spoken, index: number): readonly object[] => {
  const [deltas, begun] = [deltasOf(entry), begunBlock(entry)]
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

export const claudeEvents = (answer: Said, model: string, manner = PLAIN): readonly { readonly type: string }[] =>
  [
    {
      type: 'message_start',
      message: { ...shell(model), content: [], stop_reason: null, usage: { ...inputUsage(manner), output_tokens: 1 } },
    },
    { type: 'ping' },
    ...blocksOf(answer, manner).flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: DEFAULT_USAGE.completion_tokens },
    },
    { type: 'message_stop' },
  ].map((event) => ({ type: '', ...event }))

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

/** The newer one takes no sampling parameters. */
const VERSIONS = ['2023-06-01', '2026-10-21']

/** The key has a header of its own; the makers' newer client sends it as a bearer token. */
const keyOf = ({ headers }: Request): string | undefined =>
  headers.get('x-api-key') ?? headers.get('authorization')?.replace(/^Bearer /, '')

/** Anthropic's Messages API. */
export const openAnthropic = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      const [, action] = demandPath(request, /^\/v1\/messages(\/count_tokens)?$/)
      demand(keyOf(request) === key, 401, 'invalid x-api-key')
      const version = request.headers.get('anthropic-version') ?? ''
      demand(VERSIONS.includes(version), 400, 'anthropic-version: header is required')
      if (action !== undefined) {
        await readJson(request, body.omit({ max_tokens: true, stream: true }))
        return Response.json({ input_tokens: DEFAULT_USAGE.prompt_tokens })
      }
      const { model, stream, ...fields } = await readJson(request, body)
      const isSampled = fields.temperature !== undefined || fields.top_p !== undefined
      demand(!isSampled || version === '2023-06-01', 400, 'temperature, top_p: Extra inputs are not permitted')
      const [answer, manner] = [scripted(askedOfClaude(fields)), mannerOf(fields)]
      if (stream !== true) return Response.json(claudeReply(answer, model, manner))
      const events = claudeEvents(answer, model, manner)
      return streamOf(
        events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        EVENT_STREAM,
      )
    },
    refuse: (status, message) =>
      Response.json({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message }, request_id: 'req_fake' }, { status }),
  })
