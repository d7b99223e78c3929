import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

const toolCall = z.object({ function: z.object({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) }) })

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({ role: z.literal('user'), content: z.string(), images: z.array(z.base64()).optional() }),
  z.object({ role: z.literal('assistant'), content: z.string().default(''), tool_calls: z.array(toolCall).optional() }),
  z.object({ role: z.literal('tool'), content: z.string(), tool_name: z.string().optional() }),
])

/** Unlike OpenAI's, this wire streams unless it is told not to. */
const body = z.object({
  model: z.string().min(1),
  messages: z.array(message),
  stream: z.boolean().default(true),
  format: z.union([z.literal('json'), z.record(z.string(), z.unknown())]).optional(),
  options: z.record(z.string(), z.union([z.number(), z.array(z.string())])).optional(),
  tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string().min(1) }) })).optional(),
})

const askedOf = ({ messages, tools = [], format }: z.output<typeof body>): Asked => {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[last]
  const [image] = question?.role === 'user' ? (question.images ?? []) : []
  return {
    text: question?.content ?? '',
    tools: tools.map((tool) => tool.function.name),
    results: messages.slice(last + 1).flatMap((entry) => (entry.role === 'tool' ? [entry.content] : [])),
    // The server finds the format out for itself.
    image: image === undefined ? undefined : { mimeType: 'image/png', base64: image },
    wantsJson: format !== undefined,
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const END = {
  done: true,
  done_reason: 'stop',
  total_duration: 9_000_000,
  prompt_eval_count: DEFAULT_USAGE.prompt_tokens,
  eval_count: DEFAULT_USAGE.completion_tokens,
}

const messagesOf = (answer: Said): readonly object[] =>
  answer.kind === 'text'
    ? inPieces(answer.text).map((content) => ({ content }))
    : answer.calls.map(({ name, arguments: input }) => ({ content: '', tool_calls: [{ function: { name, arguments: input } }] }))

const whole = (answer: Said): object =>
  answer.kind === 'text'
    ? { content: answer.text }
    : { content: '', tool_calls: answer.calls.map(({ name, arguments: input }) => ({ function: { name, arguments: input } })) }

/** A local model server with a gate before it. */
export const openOllama = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demandPath(request, /^\/api\/chat$/)
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'unauthorized')
      const asked = await readJson(request, body)
      const answer = scripted(askedOf(asked))
      const line = (over: object, rest: object) => ({
        model: asked.model,
        created_at: new Date().toISOString(),
        message: { role: 'assistant', content: '', ...over },
        done: false,
        ...rest,
      })
      if (!asked.stream) return Response.json(line(whole(answer), END))
      const lines = [...messagesOf(answer).map((entry) => line(entry, {})), line({}, END)]
      return streamOf(
        lines.map((entry) => `${JSON.stringify(entry)}\n`),
        'application/x-ndjson',
      )
    },
    refuse: (status, error) => Response.json({ error }, { status }),
  })
