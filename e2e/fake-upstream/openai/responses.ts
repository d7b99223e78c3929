import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { halves, imageOfDataUrl, inPieces, type Answer, type Asked } from '../script.ts'

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

const body = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.union([message, called, result])).min(1)]),
  instructions: z.string().optional(),
  previous_response_id: z.string().optional(),
  stream: z.boolean().optional(),
  store: z.boolean().optional(),
  tools: z.array(z.looseObject({ type: z.literal('function'), name: z.string(), parameters: z.object({}) })).optional(),
  tool_choice: z.unknown().optional(),
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
    tools: tools.map(({ name }) => name),
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

const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = DEFAULT_USAGE
const USAGE = {
  input_tokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input_tokens + output_tokens,
}

const responseOf = (model: string, over: object): object => ({
  id: 'resp_fake',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'in_progress',
  model,
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

const eventsOf = (answer: Said, model: string): readonly string[] => {
  const output = itemsOf(answer)
  const events = [
    { type: 'response.created', response: responseOf(model, {}) },
    { type: 'response.in_progress', response: responseOf(model, {}) },
    ...(answer.kind === 'text'
      ? output.flatMap((item) => textEvents(answer.text, item))
      : output.flatMap((item, at) => callEvents(JSON.stringify(answer.calls[at]?.arguments), item, at))),
    { type: 'response.completed', response: responseOf(model, { status: 'completed', output, usage: USAGE }) },
  ]
  return events.map(
    (event, at) => `event: ${(event as { readonly type: string }).type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
  )
}

const isKeyOf = (request: Request, key: string): boolean =>
  request.headers.get('authorization') === `Bearer ${key}` || request.headers.get('api-key') === key

/** OpenAI's Responses endpoint, as OpenAI and Azure's newer surface serve it. It remembers the one response it has given. */
export const openResponses = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demandPath(request, /^(\/openai)?\/v1\/responses$/)
      demand(isKeyOf(request, key), 401, 'Incorrect API key provided')
      const asked = await readJson(request, body)
      const { model, stream, previous_response_id: previous = 'resp_fake' } = asked
      demand(previous === 'resp_fake', 400, `Previous response with id '${previous}' not found.`)
      const answer = scripted(askedOf(asked))
      if (stream === true) return streamOf(eventsOf(answer, model), EVENT_STREAM)
      return Response.json(responseOf(model, { status: 'completed', output: itemsOf(answer), usage: USAGE }))
    },
    refuse: (status, text) =>
      Response.json({ error: { message: text, type: 'invalid_request_error', param: null, code: null } }, { status }),
  })
