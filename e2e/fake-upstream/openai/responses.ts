import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { halves, imageOfDataUrl, inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

const part = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['input_text', 'output_text']), text: z.string() }),
  z.object({ type: z.literal('input_image'), image_url: z.string().regex(/^(https?:|data:image\/)/) }),
])
const message = z.object({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), z.array(part)]),
})
const called = z.object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() })
const result = z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() })

const ownTool = z.looseObject({ type: z.literal('function'), name: z.string(), parameters: z.object({}) })
const hostedTool = z.looseObject({ type: z.enum(['web_search', 'file_search']) })

const body = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.union([message, called, result])).min(1)]),
  instructions: z.string().optional(),
  previous_response_id: z.string().optional(),
  stream: z.boolean().optional(),
  store: z.boolean().optional(),
  tools: z.array(z.union([ownTool, hostedTool])).optional(),
  tool_choice: z.unknown().optional(),
  max_output_tokens: z.int().min(16).optional(),
  include: z.array(z.string()).optional(),
  reasoning: z.strictObject({ effort: z.string().optional(), summary: z.string().optional() }).optional(),
  text: z
    .strictObject({ format: z.looseObject({ type: z.enum(['text', 'json_schema']), schema: z.looseObject({}).optional() }).optional() })
    .optional(),
})

type Body = z.output<typeof body>
type Said = Exclude<Answer, { kind: 'error' }>

const askedOf = ({ input, tools = [], text }: Body): Asked => {
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input
  const last = items.findLastIndex((item) => 'role' in item && item.role === 'user')
  const question = items[last]
  const content = question !== undefined && 'role' in question ? question.content : ''
  const parts = typeof content === 'string' ? [{ type: 'input_text' as const, text: content }] : content
  return {
    text: parts.map((one) => ('text' in one ? one.text : '')).join(''),
    tools: tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : [])),
    results: items.slice(last + 1).flatMap((item) => ('output' in item ? [item.output] : [])),
    image: parts.flatMap((one) => ('image_url' in one ? (imageOfDataUrl(one.image_url) ?? []) : []))[0],
    wantsJson: text?.format?.type === 'json_schema',
  }
}

const itemsOf = (answer: Said): readonly object[] =>
  answer.kind === 'text'
    ? [
        {
          id: 'msg_fake',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }],
        },
      ]
    : answer.calls.map(({ id, name, arguments: input }) => ({
        id: `fc_${id}`,
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(input),
        status: 'completed',
      }))

/** Every tool that runs here is called once, before anything is said. */
const hostedCalls = ({ tools = [] }: Body): readonly object[] =>
  tools.flatMap(({ type }, at) => (type === 'function' ? [] : [{ id: `ht_${at}`, type: `${type}_call`, status: 'completed' }]))

const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = DEFAULT_USAGE
const USAGE = {
  input_tokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input_tokens + output_tokens,
}

interface Begun {
  readonly id: string
  readonly model: string
  readonly previous_response_id: string | null
}

const responseOf = (begun: Begun, over: object): object => ({
  object: 'response',
  created_at: 1_700_000_000,
  status: 'in_progress',
  ...begun,
  output: [],
  error: null,
  incomplete_details: null,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: [],
  usage: null,
  ...over,
})

const textEvents = (text: string, item: object): readonly object[] => {
  const where = { item_id: 'msg_fake', output_index: 0, content_index: 0 }
  const partOf = (over: string) => ({ type: 'output_text', text: over, annotations: [], logprobs: [] })
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...where, part: partOf('') },
    ...inPieces(text).map((delta) => ({ type: 'response.output_text.delta', ...where, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...where, text, logprobs: [] },
    { type: 'response.content_part.done', ...where, part: partOf(text) },
    { type: 'response.output_item.done', output_index: 0, item },
  ]
}

const callEvents = (input: string, item: object, at: number): readonly object[] => {
  const where = { item_id: (item as { readonly id: string }).id, output_index: at }
  return [
    { type: 'response.output_item.added', output_index: at, item: { ...item, arguments: '', status: 'in_progress' } },
    ...halves(input).map((delta) => ({ type: 'response.function_call_arguments.delta', ...where, delta })),
    { type: 'response.function_call_arguments.done', ...where, arguments: input },
    { type: 'response.output_item.done', output_index: at, item },
  ]
}

const eventsOf = (answer: Said, begun: Begun, hosted: readonly object[]): readonly string[] => {
  const output = itemsOf(answer)
  const events = [
    { type: 'response.created', response: responseOf(begun, {}) },
    { type: 'response.in_progress', response: responseOf(begun, {}) },
    ...(answer.kind === 'text'
      ? output.flatMap((item) => textEvents(answer.text, item))
      : output.flatMap((item, at) => callEvents(JSON.stringify(answer.calls[at]?.arguments), item, at))),
    { type: 'response.completed', response: responseOf(begun, { status: 'completed', output: [...hosted, ...output], usage: USAGE }) },
  ]
  return events.map(
    (event, at) => `event: ${(event as { readonly type: string }).type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
  )
}

const isKeyOf = (request: Request, key: string): boolean =>
  request.headers.get('authorization') === `Bearer ${key}` || request.headers.get('api-key') === key

const PATH = /^(?:\/openai)?\/v1\/responses(?:\/([^/]+))?(?:\/(cancel|input_items))?$/

const COMPACTED = [{ id: 'cmp_fake', type: 'compaction', encrypted_content: 'sealed' }]

const compaction = z.strictObject({ model: z.string().min(1), input: z.unknown().optional(), previous_response_id: z.string().optional() })

interface Kept {
  readonly response: object
  readonly input: unknown
}

const refuse = (status: number, message: string, code: string | null = null): Response =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status })

const METHODS: Readonly<Record<string, readonly string[]>> = {
  '': ['POST'],
  cancel: ['POST'],
  input_items: ['GET'],
  kept: ['GET', 'DELETE'],
}

interface KeptCall {
  readonly method: string
  readonly id: string
  readonly step: string | undefined
}

const readKept = ({ method, id, step }: KeptCall, kept: Map<string, Kept>): Response => {
  const found = kept.get(id)
  if (found === undefined) return refuse(404, `Response with id '${id}' not found.`)
  if (step === 'cancel') return refuse(400, `Cannot cancel the synchronous response ${id}.`)
  if (step === 'input_items')
    return Response.json({ object: 'list', data: found.input, first_id: 'msg_0', last_id: 'msg_0', has_more: false })
  if (method === 'GET') return Response.json(found.response)
  kept.delete(id)
  return Response.json({ id, object: 'response', deleted: true })
}

const inputItems = (input: Body['input']): unknown =>
  typeof input === 'string' ? [{ id: 'msg_0', type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }] : input

const placeOf = ({ method, url }: Request): { readonly named: string | undefined; readonly step: string | undefined } => {
  const [path, named, step] = PATH.exec(new URL(url).pathname) ?? []
  const isNew = named === undefined || named === 'compact'
  const isKnown = path !== undefined && METHODS[step ?? (isNew ? '' : 'kept')]?.includes(method) === true
  demand(isKnown, 404, `unknown address ${method} ${url}`)
  return { named, step }
}

/** OpenAI's Responses endpoint, as OpenAI and Azure's newer surface serve it. It keeps the responses it has given. */
export const openResponses = (key: string): NativeFake => {
  const kept = new Map<string, Kept>()
  let given = 0
  const missing = (id: string | undefined): Response | undefined =>
    id === undefined || kept.has(id)
      ? undefined
      : refuse(400, `Previous response with id '${id}' not found.`, 'previous_response_not_found')

  const compact = ({ previous_response_id: previous }: z.output<typeof compaction>): Response =>
    missing(previous) ?? Response.json({ id: 'resp_compact', object: 'response.compaction', output: COMPACTED, usage: USAGE })

  const create = (asked: Body): Response => {
    const { model, stream, input, previous_response_id: previous } = asked
    const gone = missing(previous)
    if (gone !== undefined) return gone
    const answer = scripted(askedOf(asked))
    const begun = { id: `resp_fake_${++given}`, model, previous_response_id: previous ?? null }
    const hosted = hostedCalls(asked)
    const response = responseOf(begun, { status: 'completed', output: [...hosted, ...itemsOf(answer)], usage: USAGE })
    kept.set(begun.id, { response, input: inputItems(input) })
    return stream === true ? streamOf(eventsOf(answer, begun, hosted), EVENT_STREAM) : Response.json(response)
  }

  return serveNative({
    opening: 2,
    answer: async (request) => {
      const { named, step } = placeOf(request)
      demand(isKeyOf(request, key), 401, 'Incorrect API key provided')
      if (named === 'compact') return compact(await readJson(request, compaction))
      return named === undefined ? create(await readJson(request, body)) : readKept({ method: request.method, id: named, step }, kept)
    },
    refuse: (status, text) => refuse(status, text),
  })
}
