import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { halves, imageOfDataUrl, inPieces } from '../script.ts'
import type { Answer, Asked, ScriptedCall } from '../turn.ts'

const part = z.union([z.strictObject({ text: z.string() }), z.strictObject({ image: z.string().min(1) })])
const content = z.union([z.string(), z.array(part)])
const message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content,
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(
      z.strictObject({
        id: z.string(),
        type: z.literal('function'),
        index: z.int(),
        function: z.strictObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
})
const body = z.strictObject({
  model: z.string().min(1),
  input: z.strictObject({ messages: z.array(message).min(1) }),
  parameters: z.looseObject({
    result_format: z.literal('message'),
    incremental_output: z.boolean().optional(),
    tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })).optional(),
  }),
})

const textOf = (value: z.output<typeof content>): string =>
  typeof value === 'string' ? value : value.map((entry) => ('text' in entry ? entry.text : '')).join('')

const imagesOf = (value: z.output<typeof content>): readonly string[] =>
  typeof value === 'string' ? [] : value.flatMap((entry) => ('image' in entry ? [entry.image] : []))

const askedOf = ({ input: { messages }, parameters: { tools = [] } }: z.output<typeof body>): Asked => {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[last]?.content ?? ''
  return {
    text: textOf(question),
    tools: tools.map((tool) => tool.function.name),
    results: messages.slice(last + 1).flatMap((entry) => (entry.role === 'tool' ? [textOf(entry.content)] : [])),
    image: imageOfDataUrl(imagesOf(question)[0] ?? ''),
    wantsJson: false,
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = DEFAULT_USAGE

const wireCall = (call: ScriptedCall, index: number, text: string) => ({
  index,
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: text },
})

const frame = (message: object, finish: string): object => ({
  request_id: 'fake',
  output: { choices: [{ finish_reason: finish, message: { role: 'assistant', content: '', ...message } }] },
  usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
})

const finishOf = ({ kind }: Said): string => (kind === 'text' ? 'stop' : 'tool_calls')

const whole = (answer: Said): object =>
  answer.kind === 'text'
    ? { content: answer.text }
    : { tool_calls: answer.calls.map((call, at) => wireCall(call, at, JSON.stringify(call.arguments))) }

/** Later pieces of a call have neither id nor name. */
const callDeltas = (call: ScriptedCall, index: number): readonly object[] => {
  const [first, second] = halves(JSON.stringify(call.arguments))
  return [
    { tool_calls: [wireCall(call, index, first)] },
    { tool_calls: [{ index, id: '', type: 'function', function: { arguments: second } }] },
  ]
}

const framesOf = (answer: Said): readonly string[] => {
  const deltas = answer.kind === 'text' ? inPieces(answer.text).map((text) => ({ content: text })) : answer.calls.flatMap(callDeltas)
  const frames = [...deltas.map((delta) => frame(delta, 'null')), frame({}, finishOf(answer))]
  return frames.map((entry, at) => `id:${at + 1}\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify(entry)}\n\n`)
}

const CODES: Readonly<Record<number, string>> = { 400: 'InvalidParameter', 401: 'InvalidApiKey', 429: 'Throttling.RateQuota' }

/** Alibaba's own wire, which takes images at another address than text. */
export const openDashscope = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      const [, kind] = demandPath(request, /^\/api\/v1\/services\/aigc\/(text|multimodal)-generation\/generation$/)
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'Invalid API-key provided.')
      const plugin = request.headers.get('x-dashscope-plugin') ?? ''
      demand(z.record(z.string(), z.unknown()).safeParse(JSON.parse(plugin || 'null')).success, 400, 'the plugin must be a JSON object')
      const asked = await readJson(request, body)
      const hasImage = asked.input.messages.some((entry) => imagesOf(entry.content).length > 0)
      demand(hasImage === (kind === 'multimodal'), 400, 'url error, please check url')
      const isStream = request.headers.get('x-dashscope-sse') === 'enable'
      demand(!isStream || asked.parameters.incremental_output === true, 400, 'incremental_output must be true')
      const answer = scripted(askedOf(asked))
      return isStream ? streamOf(framesOf(answer), EVENT_STREAM) : Response.json(frame(whole(answer), finishOf(answer)))
    },
    refuse: (status, message) => Response.json({ request_id: 'fake', code: CODES[status] ?? 'InternalError', message }, { status }),
  })
