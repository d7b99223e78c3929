import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import {
  EVENT_STREAM,
  dataFrame,
  demand,
  demandPath,
  readJson,
  scripted,
  serveNative,
  streamOf,
  type NativeFake,
} from '../native-server.ts'
import { halves, imageOfDataUrl, inPieces } from '../script.ts'
import type { Answer, Asked, ScriptedCall } from '../turn.ts'

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: z.string(), detail: z.string().optional() }) }),
])
const content = z.union([z.string(), z.array(part).min(1)])
const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content }),
  z.strictObject({ role: z.literal('user'), content }),
  z.strictObject({
    role: z.literal('assistant'),
    content: content.optional(),
    tool_plan: z.string().min(1).optional(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.union([content, z.array(z.unknown())]) }),
])

const body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.enum(['REQUIRED', 'NONE']).optional(),
  strict_tools: z.boolean().optional(),
  response_format: z.strictObject({ type: z.enum(['text', 'json_object']), json_schema: z.unknown().optional() }).optional(),
  max_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(1).optional(),
  p: z.number().min(0.01).max(0.99).optional(),
})

const textOf = (value: z.output<typeof content>): string =>
  typeof value === 'string' ? value : value.map((entry) => (entry.type === 'text' ? entry.text : '')).join('')

const plainText = (value: unknown): string => {
  const parsed = content.safeParse(value)
  return parsed.success ? textOf(parsed.data) : JSON.stringify(value)
}

const askedOf = ({ messages, tools = [], response_format: format }: z.output<typeof body>): Asked => {
  const calls = messages.flatMap((entry) => (entry.role === 'assistant' ? (entry.tool_calls ?? []) : [])).map(({ id }) => id)
  const answers = messages.flatMap((entry) => (entry.role === 'tool' ? [entry.tool_call_id] : []))
  demand(calls.toSorted().join() === answers.toSorted().join(), 400, 'every tool call must have exactly one result')
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[last]?.content ?? ''
  const parsed = content.parse(question)
  const images = typeof parsed === 'string' ? [] : parsed.flatMap((entry) => (entry.type === 'image_url' ? [entry.image_url.url] : []))
  return {
    text: textOf(parsed),
    tools: tools.map((tool) => tool.function.name),
    results: messages.slice(last + 1).flatMap((entry) => (entry.role === 'tool' ? [plainText(entry.content)] : [])),
    image: imageOfDataUrl(images[0] ?? ''),
    wantsJson: format?.type === 'json_object',
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const COUNTS = { input_tokens: DEFAULT_USAGE.prompt_tokens, output_tokens: DEFAULT_USAGE.completion_tokens }
const USAGE = { billed_units: COUNTS, tokens: COUNTS }

const wireCall = ({ id, name, arguments: input }: ScriptedCall) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

const finishOf = ({ kind }: Said): string => (kind === 'text' ? 'COMPLETE' : 'TOOL_CALL')

const whole = (answer: Said): object => ({
  id: 'fake',
  finish_reason: finishOf(answer),
  message: {
    role: 'assistant',
    ...(answer.kind === 'text'
      ? { content: [{ type: 'text', text: answer.text }] }
      : { tool_plan: 'Look.', tool_calls: answer.calls.map(wireCall) }),
  },
  usage: USAGE,
})

const event = (type: string, index: number, message: object): object => ({ type, index, delta: { message } })

const callEvents = (call: ScriptedCall, index: number): readonly object[] => {
  const { function: called, ...rest } = wireCall(call)
  return [
    event('tool-call-start', index, { tool_calls: { ...rest, function: { name: called.name, arguments: '' } } }),
    ...halves(called.arguments).map((text) => event('tool-call-delta', index, { tool_calls: { function: { arguments: text } } })),
    { type: 'tool-call-end', index },
  ]
}

const eventsOf = (answer: Said): readonly object[] => [
  { type: 'message-start', id: 'fake', delta: { message: { role: 'assistant' } } },
  ...(answer.kind === 'text'
    ? [
        event('content-start', 0, { content: { type: 'text', text: '' } }),
        ...inPieces(answer.text).map((text) => event('content-delta', 0, { content: { text } })),
        { type: 'content-end', index: 0 },
      ]
    : [event('tool-plan-delta', 0, { tool_plan: 'Look.' }), ...answer.calls.flatMap(callEvents)]),
  { type: 'message-end', delta: { finish_reason: finishOf(answer), usage: USAGE } },
]

/** Cohere's second version. */
export const openCohere = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demandPath(request, /^\/v2\/chat$/)
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'invalid api token')
      const asked = await readJson(request, body)
      const answer = scripted(askedOf(asked))
      return asked.stream ? streamOf(eventsOf(answer).map(dataFrame), EVENT_STREAM) : Response.json(whole(answer))
    },
    refuse: (status, message) => Response.json({ id: 'fake', message }, { status }),
  })
