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
import { readOpenaiCall } from '../openai/openai-checks.ts'
import { inPieces } from '../script.ts'
import type { Answer, ScriptedCall } from '../turn.ts'

/** What OpenAI knows beside these is refused here. */
const body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(z.unknown()).min(1),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({}).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0.01).max(0.99).optional(),
  max_tokens: z.int().positive().optional(),
  stop: z.array(z.string()).max(1).optional(),
  tools: z.array(z.unknown()).min(1).max(128).optional(),
  tool_choice: z.literal('auto').optional(),
  thinking: z.strictObject({ type: z.enum(['enabled', 'disabled']) }).optional(),
  response_format: z.strictObject({ type: z.enum(['text', 'json_object']) }).optional(),
  user_id: z.string().min(6).max(128).optional(),
  request_id: z.string().optional(),
})

type Said = Exclude<Answer, { kind: 'error' }>

const USAGE = { ...DEFAULT_USAGE, total_tokens: 34, prompt_tokens_details: { cached_tokens: 0 } }

const wireCall = ({ id, name, arguments: input }: ScriptedCall, index: number) => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

const finishOf = ({ kind }: Said): string => (kind === 'text' ? 'stop' : 'tool_calls')

const messageOf = (answer: Said): object =>
  answer.kind === 'text' ? { content: answer.text } : { content: '', tool_calls: answer.calls.map(wireCall) }

/** Every streamed call has the same number. */
const NO_INDEX = -1

const deltasOf = (answer: Said): readonly object[] =>
  answer.kind === 'text'
    ? inPieces(answer.text).map((content) => ({ content }))
    : answer.calls.map((call) => ({ tool_calls: [wireCall(call, NO_INDEX)] }))

const CODES: Readonly<Record<number, string>> = { 400: '1210', 401: '1002', 404: '1211', 429: '1302' }

/** The fourth version of Zhipu's wire: OpenAI's with fewer fields, the key as it is, and the figures in a stream's last chunk unasked. */
export const openZhipuV4 = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demandPath(request, /^\/api\/paas\/v4\/chat\/completions$/)
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, '身份验证失败。')
      const asked = await readJson(request, body)
      const answer = scripted(readOpenaiCall(asked))
      const reply = (choice: object, over: object = {}) => ({
        id: '2026',
        request_id: '2026',
        created: 1_767_225_600,
        model: asked.model,
        choices: [{ index: 0, ...choice }],
        ...over,
      })
      if (asked.stream !== true) {
        const message = { role: 'assistant', ...messageOf(answer) }
        return Response.json(reply({ finish_reason: finishOf(answer), message }, { usage: USAGE }))
      }
      const chunks = deltasOf(answer).map((delta) => reply({ delta: { role: 'assistant', ...delta } }))
      const last = reply({ finish_reason: finishOf(answer), delta: { role: 'assistant', content: '' } }, { usage: USAGE })
      return streamOf([...[...chunks, last].map(dataFrame), 'data: [DONE]\n\n'], EVENT_STREAM)
    },
    refuse: (status, message) => Response.json({ error: { code: CODES[status] ?? '1234', message } }, { status }),
  })
