import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { checkMarks, checkSchema, claudeBody, type Block, type Fields } from './anthropic-schema.ts'
import { halves, inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

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
  for (const tool of tools) if ('input_schema' in tool && tool.strict === true) checkSchema(tool.input_schema)
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
    tools: tools.flatMap((tool) => ('input_schema' in tool ? [tool.name] : [])),
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
  readonly searches: boolean
}

const PLAIN: ClaudeManner = { thinks: false, caches: false, searches: false }

/** A prefix that is to be kept for an hour is read and written in part. */
const CACHED_USAGE = {
  cache_read_input_tokens: 100,
  cache_creation_input_tokens: 40,
  cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 30 },
}

export const mannerOf = (fields: Fields): ClaudeManner => ({
  thinks: isThinking(fields),
  caches: JSON.stringify(fields).includes('"ttl":"1h"'),
  searches: fields.tools?.some((tool) => 'type' in tool) === true,
})

const inputUsage = ({ caches }: ClaudeManner) => ({ input_tokens: DEFAULT_USAGE.prompt_tokens, ...(caches && CACHED_USAGE) })

const THOUGHT = { type: 'thinking' as const, thinking: 'Let me see.', signature: CLAUDE_SEAL }

/** What Anthropic's own search is asked for and finds. */
export const FOUND = { query: 'weirs', url: 'https://a.example/weirs', title: 'Weirs' }

const SEARCH = [
  { type: 'server_tool_use' as const, id: 'srvtoolu_1', name: 'web_search', input: { query: FOUND.query } },
  {
    type: 'web_search_tool_result' as const,
    tool_use_id: 'srvtoolu_1',
    content: [{ type: 'web_search_result', url: FOUND.url, title: FOUND.title, encrypted_content: 'E', page_age: null }],
  },
]
const CITED = [{ type: 'web_search_result_location', url: FOUND.url, title: FOUND.title, encrypted_index: 'E', cited_text: 'c' }]

const saidBlocks = (answer: Said, { searches }: ClaudeManner) =>
  answer.kind === 'text'
    ? [...(searches ? SEARCH : []), { type: 'text' as const, text: answer.text, ...(searches && { citations: CITED }) }]
    : answer.calls.map((call) => ({ type: 'tool_use' as const, id: `toolu_${call.id}`, name: call.name, input: call.arguments }))

const blocksOf = (answer: Said, manner: ClaudeManner) => [...(manner.thinks ? [THOUGHT] : []), ...saidBlocks(answer, manner)]

const outputUsage = ({ searches }: ClaudeManner) => ({
  output_tokens: DEFAULT_USAGE.completion_tokens,
  ...(searches && { server_tool_use: { web_search_requests: 1 } }),
})

const stopReason = ({ kind }: Said): string => (kind === 'text' ? 'end_turn' : 'tool_use')

const shell = (model: string) => ({ id: 'msg_fake', type: 'message', role: 'assistant', model, stop_sequence: null })

export const claudeReply = (answer: Said, model: string, manner = PLAIN): object => ({
  ...shell(model),
  content: blocksOf(answer, manner),
  stop_reason: stopReason(answer),
  usage: { ...inputUsage(manner), ...outputUsage(manner) },
})

type Spoken = ReturnType<typeof blocksOf>[number]

const deltasOf = (entry: Spoken): readonly object[] => {
  switch (entry.type) {
    case 'text':
      return [
        ...inPieces(entry.text).map((piece) => ({ type: 'text_delta', text: piece })),
        ...('citations' in entry ? CITED.map((citation) => ({ type: 'citations_delta', citation })) : []),
      ]
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: entry.thinking },
        { type: 'signature_delta', signature: entry.signature },
      ]
    case 'web_search_tool_result':
      return []
    case 'tool_use':
    case 'server_tool_use':
      return halves(JSON.stringify(entry.input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
  }
}

const begunBlock = (entry: Spoken): object => {
  switch (entry.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'web_search_tool_result':
      return entry
    case 'tool_use':
    case 'server_tool_use':
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
      usage: outputUsage(manner),
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
        await readJson(request, claudeBody.omit({ max_tokens: true, stream: true }))
        return Response.json({ input_tokens: DEFAULT_USAGE.prompt_tokens })
      }
      const { model, stream, ...fields } = await readJson(request, claudeBody)
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
